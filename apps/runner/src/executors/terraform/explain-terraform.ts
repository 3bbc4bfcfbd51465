import { type Problem, problem } from '@switchyard/contracts';
import type { ProcessEnd } from '../../process/command.js';

/** What is worth a better word than Terraform's own first line. */
const KNOWN: readonly [RegExp, Problem][] = [
  [/Saved plan is stale/i, problem('terraform_stale')],
  [/Error acquiring the state lock/i, problem('terraform_locked')],
  [/Backend initialization required|Backend configuration changed/i, problem('terraform_reconfigure')],
  [/workspaces not supported/i, problem('terraform_workspaces')],
];

/** Why a stage failed, from the end of its output without colours. */
export function explainTerraform(_end: ProcessEnd, tail: string): string | Problem | null {
  const known = KNOWN.find(([pattern]) => pattern.test(tail));
  if (known) {
    return known[1];
  }
  return /^[\s│╷]*Error: (.+)$/m.exec(tail)?.[1]?.trim() ?? null;
}
