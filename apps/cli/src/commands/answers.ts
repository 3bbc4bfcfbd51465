import { readFile, stat } from 'node:fs/promises';
import type { SurveyVariable } from '@switchyard/contracts';
import { CommandError, EXIT } from '../exit-codes.js';
import { ask, readInput, type Terminal } from '../terminal.js';

/** Bytes of a file of answers, as the server takes at most. */
const MAX_BYTES = 4 * 1_024 * 1_024;

export interface Answers {
  values: Record<string, unknown>;
  secrets: Record<string, unknown>;
}

/** Answers of the command line, which win over those of a file. @throws CommandError */
export async function readAnswers(
  terminal: Terminal,
  pairs: readonly string[],
  file: string | undefined,
): Promise<Record<string, unknown>> {
  const kept = file === undefined ? {} : await fromFile(terminal, file);
  return Object.assign(kept, Object.fromEntries(pairs.map(pairOf)));
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) {
    throw new CommandError(`"${text}" is no answer: write NAME=VALUE`, EXIT.usage);
  }
  return [text.slice(0, at), text.slice(at + 1)];
}

async function fromFile(terminal: Terminal, file: string): Promise<Record<string, unknown>> {
  const { parse, YAMLParseError } = await import('yaml');
  const content = await contentOf(terminal, file);
  try {
    const answers = parse(content) as unknown;
    if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) {
      throw new CommandError(`${file} holds no answers: write a mapping of names to values`, EXIT.usage);
    }
    return answers as Record<string, unknown>;
  } catch (error) {
    if (error instanceof YAMLParseError) {
      throw new CommandError(`${file}: ${error.message}`, EXIT.usage);
    }
    throw error;
  }
}

async function contentOf(terminal: Terminal, file: string): Promise<string> {
  if (file === '-') {
    return readInput(terminal, MAX_BYTES);
  }
  try {
    if ((await stat(file)).size > MAX_BYTES) {
      throw new Error(`it is larger than ${MAX_BYTES} bytes`);
    }
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`, EXIT.usage);
  }
}

/**
 * The answers of a launch. Questions that must be answered, and are not, are asked on a terminal; elsewhere the server refuses.
 * Secrets are taken from a file or asked, because everybody on the machine can read command lines.
 */
export async function answersFor(
  terminal: Terminal,
  questions: readonly SurveyVariable[],
  given: Record<string, unknown>,
): Promise<Answers> {
  const answers = new Map(Object.entries(given));
  for (const question of questions) {
    if (terminal.stdin.isTTY && !answers.has(question.name) && isNeeded(question)) {
      answers.set(question.name, await askFor(terminal, question));
    }
  }
  const secret = new Set(questions.filter(({ type }) => type === 'secret').map(({ name }) => name));
  const entries = [...answers];
  return {
    values: Object.fromEntries(entries.filter(([name]) => !secret.has(name))),
    secrets: Object.fromEntries(entries.filter(([name]) => secret.has(name))),
  };
}

const isNeeded = ({ required, default_value: preset, secret_default: stored }: SurveyVariable): boolean =>
  required && preset === '' && stored !== true;

function askFor(terminal: Terminal, { title, type, values }: SurveyVariable): Promise<string> {
  const choices = type === 'enum' ? ` (${values.map(({ value }) => value).join(', ')})` : '';
  return ask(terminal, `${title}${choices}`, { hidden: type === 'secret' });
}
