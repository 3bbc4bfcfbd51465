import { splitRows } from '@switchyard/concurrency';
import {
  MAX_RESULT_ROWS,
  MAX_RESULTS_REQUEST_BYTES,
  type Problem,
  sentenceOf,
  sentProblem,
  type SentProblem,
} from '@switchyard/contracts';
import type { AttemptFacts, AttemptResults } from './attempt-context.js';

/** Bounds of the contract, in characters; longer text is cut. */
const MAX = {
  message: 100,
  branch: 255,
  argument: 8192,
  arguments: 2000,
  version: 200,
  name: 1024,
  error: 16_384,
  reason: 2000,
} as const;

interface Masker {
  maskText(text: string): string;
}

/** The facts as they may leave the runner: without secrets and within the contract's bounds. */
export function maskedFacts(facts: AttemptFacts, masker: Masker): AttemptFacts {
  const { commit_message: message, commit_branch: branch, command, tool_version: version } = facts;
  return {
    ...facts,
    ...(message !== undefined && { commit_message: [...masker.maskText(message)].slice(0, MAX.message).join('') }),
    ...(branch !== undefined && { commit_branch: masker.maskText(branch).slice(0, MAX.branch) }),
    ...(command && {
      command: command.slice(0, MAX.arguments).map((argument) => masker.maskText(argument).slice(0, MAX.argument)),
    }),
    ...(version !== undefined && { tool_version: version.slice(0, MAX.version) }),
  };
}

/** The results as they may leave the runner, see {@link maskedFacts}. */
export function maskedResults({ hosts, errors, stages }: AttemptResults, masker: Masker): AttemptResults {
  const text = (value: string, most: number): string => masker.maskText(value).slice(0, most);
  return {
    hosts: hosts.map((row) => ({ ...row, host: text(row.host, MAX.name) })),
    errors: errors.map((row) => ({
      ...row,
      host: text(row.host, MAX.name),
      task: text(row.task, MAX.name),
      error: text(row.error, MAX.error),
    })),
    stages,
  };
}

/** Why an attempt ended, as it may leave the runner: for programs, and as a sentence. */
export function maskedReason(
  given: Problem | null,
  masker: Masker,
): { reason: string | null; problem: SentProblem | null } {
  const mask = (text: string): string => masker.maskText(text);
  return {
    reason: given && mask(sentenceOf(given)).slice(0, MAX.reason),
    problem: given && sentProblem(given, mask),
  };
}

/** Bytes of one list in a request: hosts, errors and stages fit into it together. */
const MAX_LIST_BYTES = MAX_RESULTS_REQUEST_BYTES / 4;

/** Cuts results into requests of the size the protocol allows. */
export function resultParts({ hosts, errors, stages }: AttemptResults): AttemptResults[] {
  const [hostLists, errorLists] = [listsOf(hosts), listsOf(errors)];
  return Array.from({ length: Math.max(1, hostLists.length, errorLists.length) }, (_, part) => ({
    hosts: hostLists[part] ?? [],
    errors: errorLists[part] ?? [],
    stages: part === 0 ? stages : [],
  }));
}

const listsOf = <T>(rows: readonly T[]): T[][] =>
  splitRows(rows, (row) => Buffer.byteLength(JSON.stringify(row)) + 1, {
    rows: MAX_RESULT_ROWS,
    bytes: MAX_LIST_BYTES,
  });
