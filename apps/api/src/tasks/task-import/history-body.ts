import { Body, type PipeTransform } from '@nestjs/common';
import {
  ImportedTask,
  type Issue,
  issueAt,
  issuesOf,
  MAX_HISTORY_VALUES,
  MAX_IMPORTED_TASKS,
} from '@switchyard/contracts';
import { describeBody, LARGE_BODY_BYTES, parseJsonBody, parseJsonInTurns, UserError } from '@switchyard/server';
import type { FastifyRequest } from 'fastify';
import { setImmediate } from 'node:timers/promises';
import { badRequest } from '../../platform/http/refusals.js';

/** True for calls whose body is a JSON document on each line. */
export const isHistoryCall = ({ url }: Pick<FastifyRequest, 'url'>): boolean =>
  /^\/api\/project\/\d+\/history(\/|\?|$)/.test(url);

/** The bytes of a batch of history. {@link readHistory} reads them. */
export const HistoryBody: ParameterDecorator = (target, method, index) => {
  Body(new HistoryBytes())(target, method, index);
  describeBody(ImportedTask, target, method);
};

class HistoryBytes implements PipeTransform<unknown, Buffer> {
  transform(body: unknown): Buffer {
    return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  }
}

/** A line of a batch: a task, or why it is none. */
export type HistoryLine = { task: ImportedTask } | { issues: readonly Issue[] };

/** The lines of a batch, each judged by itself; other work gets its turn between them. @throws 400 when there are too many */
export async function readHistory(body: Buffer): Promise<HistoryLine[]> {
  const lines = linesOf(body);
  if (lines.length > MAX_IMPORTED_TASKS) {
    throw badRequest('too_many', { max: MAX_IMPORTED_TASKS });
  }
  const read: HistoryLine[] = [];
  for (const line of lines) {
    await setImmediate();
    read.push(await readLine(line));
  }
  return read;
}

const NEWLINE = 0x0a;

function linesOf(body: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < body.length && lines.length <= MAX_IMPORTED_TASKS;) {
    const found = body.indexOf(NEWLINE, from);
    const end = found < 0 ? body.length : found;
    if (end > from) {
      lines.push(body.subarray(from, end));
    }
    from = end + 1;
  }
  return lines;
}

async function readLine(line: Buffer): Promise<HistoryLine> {
  try {
    const parse = line.length > LARGE_BODY_BYTES ? parseJsonInTurns : parseJsonBody;
    const parsed = ImportedTask.safeParse(await parse(line, MAX_HISTORY_VALUES));
    return parsed.success ? { task: parsed.data } : { issues: issuesOf(parsed.error.issues) };
  } catch (error) {
    if (error instanceof UserError) {
      return { issues: [issueAt([], error.problem)] };
    }
    throw error;
  }
}
