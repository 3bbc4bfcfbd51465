import { groupBy } from '../chaos/group-by.js';
import type { Failure, FuzzResult } from './run-fuzz.js';

/** Failures of one kind that are printed whole. */
const MOST_SHOWN = 2;
const MOST_BYTES = 1_500;
/** Most memory that the api may have, in bytes. */
const MEMORY_BOUND = 600 * 2 ** 20;

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

/** Why the run has failed; empty when it has not. */
export function faultsOf({ failures, dead, memory, requests, targets, reached }: FuzzResult): string[] {
  return [
    ...(failures.length > 0 ? [`${failures.length} requests were answered by 5xx or not at all`] : []),
    ...dead,
    ...(memory.most > MEMORY_BOUND ? [`the api had ${megabytes(memory.most)} MB`] : []),
    ...(requests >= targets && reached < targets ? [`${targets - reached} places were not reached`] : []),
  ];
}

export function headline({ seed, requests, operations, targets, failures, memory }: FuzzResult): string {
  const size = `${megabytes(memory.before)} → ${megabytes(memory.most)} MB`;
  return `fuzz, seed ${seed}: ${requests} requests, ${operations} operations, ${targets} places, ${failures.length} failures, api ${size}`;
}

/** Report of a run: failures by route and reason, each with the request that repeats it. */
export function reportOf(result: FuzzResult): string {
  const statuses = [...result.statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  const groups = groupBy(result.failures, ({ target, status, reason }) =>
    [target.split(' ').slice(0, 2).join(' '), status, kindOf(reason)].join(' '),
  );
  return [
    headline(result),
    `  answers   ${statuses.join(', ')}`,
    ...[...groups].flatMap(([title, failures]) => [
      `\n${failures.length} × ${title}`,
      ...failures.slice(0, MOST_SHOWN).flatMap(explain),
    ]),
    ...faultsOf(result).map((fault) => `\nFAILED: ${fault}`),
  ].join('\n');
}

/** Reasons that differ in what they quote alone are of one kind. */
const kindOf = (reason: string): string =>
  reason
    .replace(/"[^"]*"/g, '"…"')
    .replace(/[0-9a-f]{12}/g, '…')
    .slice(0, 160);

function explain({ number, target, who, reason, request }: Failure): string[] {
  const { method, headers, body } = request;
  return [
    `  request ${number} by ${who}, hostile at: ${target}`,
    `    ${reason}`,
    `    ${method} ${request.target.slice(0, MOST_BYTES)}`,
    `    ${JSON.stringify(headers).slice(0, MOST_BYTES)}`,
    ...(body ? [`    ${JSON.stringify(body.toString('utf8')).slice(0, MOST_BYTES)} (${body.length} bytes)`] : []),
  ];
}
