import { encodeTimes } from '@switchyard/contracts';
import { Attempt, AttemptLog, LogChunk, type Task } from '@switchyard/database';
import { newRunner } from '@switchyard/database/testing';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';

/** Stores a log of one attempt of the task, each list of lines as a chunk. */
export async function storeLog(source: DataSource, task: Task, chunks: readonly string[][]): Promise<void> {
  const { manager } = source;
  const { id: runnerId } = await newRunner(source);
  const { id: taskId, projectId, templateId } = task;
  const leased = { leaseId: randomUUID(), leaseUntil: new Date() };
  const of = { taskId, projectId };
  const attempt = await manager.save(Attempt, { ...of, ...leased, templateId, number: 1, runnerId, status: 'running' });
  const nextLine = chunks.flat().length;
  await manager.insert(AttemptLog, { ...of, attemptId: attempt.id, attempt: 1, nextLine });
  let firstLine = 0;
  for (const lines of chunks) {
    const times = Buffer.from(encodeTimes(0, Array<number>(lines.length).fill(0)));
    const body = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    const about = { firstLine, lineCount: lines.length, firstTime: new Date(0), kind: 0, codec: 0 } as const;
    await manager.insert(LogChunk, { taskId, attempt: 1, ...about, times, body });
    firstLine += lines.length;
  }
}
