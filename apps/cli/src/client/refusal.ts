import type { AnyProblem, SentIssue } from '@switchyard/contracts';
import { CommandError, EXIT } from '../exit-codes.js';
import { sentencesOf } from './sentences.js';

interface Body extends AnyProblem {
  error?: unknown;
  issues?: readonly Pick<SentIssue, 'path' | 'code' | 'params'>[];
}

/** A fault of what was sent: where it lies, and a sentence about it. */
export interface Fault {
  path: readonly (string | number)[];
  sentence: string;
}

/** A call that the server refused. */
export class Refusal extends CommandError {
  /**
   * @param sentence without the faults
   * @param problem code of the problem that the server named; empty = none
   */
  constructor(
    readonly sentence: string,
    code: number,
    readonly problem: string,
    readonly faults: readonly Fault[] = [],
  ) {
    super(
      [sentence, ...faults.map((fault) => `  ${fault.path.join('.') || 'body'}: ${fault.sentence}`)].join('\n'),
      code,
    );
  }
}

/** The failure that a refused call ends the command with, in the words of the console. */
export async function refusal(status: number, body: string, language: string): Promise<Refusal> {
  const named = parsed(body);
  const code = exitCodeOf(status);
  if (named === null) {
    return new Refusal(`The server answered with status ${status}`, code, '');
  }
  const sentence = await sentencesOf(language);
  const faults = (named.issues ?? []).map((issue) => ({ path: issue.path, sentence: sentence(issue) }));
  return new Refusal(sentence(named), code, named.code, faults);
}

function parsed(body: string): Body | null {
  try {
    const value = JSON.parse(body) as Partial<Body> | null;
    return typeof value?.code === 'string' ? { ...value, code: value.code, params: value.params ?? {} } : null;
  } catch {
    return null;
  }
}

function exitCodeOf(status: number): number {
  switch (status) {
    case 401:
    case 403:
      return EXIT.denied;
    case 404:
      return EXIT.notFound;
    default:
      return status >= 500 ? EXIT.unavailable : EXIT.refused;
  }
}
