import type { ProcessEnd } from '../../process/command.js';

const LONGEST_REASON = 400;

/** What is worth a better word than Terraform's own first line. */
const KNOWN: readonly [RegExp, string][] = [
  [/Saved plan is stale/i, 'the state has changed since the plan was made; start a new task'],
  [/Error acquiring the state lock/i, 'the state is locked by somebody else'],
  [
    /Backend initialization required|Backend configuration changed/i,
    'the backend has changed; start the task with reconfigure',
  ],
  [/workspaces not supported/i, 'the backend has no workspaces'],
];

/** Why a stage failed, from the end of its output without colours. */
export function explainTerraform(_end: ProcessEnd, tail: string): string | null {
  const known = KNOWN.find(([pattern]) => pattern.test(tail));
  if (known) {
    return known[1];
  }
  const first = /^[\s│╷]*Error: (.+)$/m.exec(tail)?.[1];
  return first ? first.trim().slice(0, LONGEST_REASON) : null;
}
