import { type Problem, problem } from '@switchyard/contracts';
import type { ProcessEnd } from '../../process/command.js';

/** Failures that deserve a better sentence than Terraform's own first line. */
const KNOWN: readonly [RegExp, Problem][] = [
  [/Saved plan is stale/i, problem('terraform_stale')],
  // Without a holder the lock could not be written.
  [/Error acquiring the state lock[\s\S]*Lock Info:/i, problem('terraform_locked')],
  [/Backend initialization required|Backend configuration changed/i, problem('terraform_reconfigure')],
  [/workspaces not supported/i, problem('terraform_workspaces')],
];

/** Titles that name nothing: which provider it is about stands below. */
const NAMELESS =
  /^(Failed to (query|install|resolve) .*provider|Error acquiring the state lock|Required plugins are not installed|Inconsistent dependency lock)/i;
/** Titles that only announce the errors below them. */
const ANNOUNCEMENT = /^Error: (Terraform|OpenTofu) encountered problems during initiali[sz]ation/;
const MOST_CHARACTERS = 500;

/** Why a stage failed, from the end of its output without colours. */
export function explainTerraform(_end: ProcessEnd, tail: string): string | Problem | null {
  const known = KNOWN.find(([pattern]) => pattern.test(tail));
  return known ? known[1] : firstError(tail);
}

/** The title of the first error that names a cause, with the paragraph below it where the title names nothing. */
function firstError(tail: string): string | null {
  const lines = tail.split('\n').map((line) => line.replace(/^[\s\u2502\u2577\u2575]+/, '').trimEnd());
  const isError = (line: string): boolean => line.startsWith('Error: ');
  const own = lines.findIndex((line) => isError(line) && !ANNOUNCEMENT.test(line));
  const at = own < 0 ? lines.findIndex(isError) : own;
  if (at < 0) {
    return null;
  }
  const title = lines[at]?.slice('Error: '.length).trim() ?? '';
  const rest = lines.slice(lines.findIndex((line, i) => i > at && line !== ''));
  const end = rest.indexOf('');
  const detail =
    NAMELESS.test(title) && at < lines.length - 1 ? rest.slice(0, end < 0 ? undefined : end).join(' ') : '';
  return (detail ? `${title}: ${detail}` : title).slice(0, MOST_CHARACTERS) || null;
}
