import { MAX_ALERT_LINE, stripAnsi } from '@switchyard/contracts';
import { storableText } from '@switchyard/database';

/** Lines in which tools explain why they fail: Ansible, then Terraform and OpenTofu. */
const EXPLAINS = /^(fatal|failed): \[|^ERROR! |^\[ERROR\]|^[│╷╵\s]*Error: /;
/** Words with which other tools do; counts of no failures are none. */
const HINTS = /(^|[^\w-])(error|fatal|failed|failure|panic|exception|denied|not found)(?![\w-]|=0)/i;
/** Marker that Ansible writes behind a failure that it was to ignore. */
const IGNORED = '...ignoring';

/** The line of a log that names a failure; `number` counts from 1. */
export interface ErrorLine {
  number: number;
  text: string;
}

/**
 * The first line that names a failure: as the tools that are known do, else by its words, else the last line with a text.
 * @param lines as they were stored, colours included
 */
export function errorLine(lines: readonly ErrorLine[]): ErrorLine | null {
  const plain = lines.map(({ number, text }) => ({ number, text: stripAnsi(text).trimEnd() }));
  const isEffective = (_: ErrorLine, i: number): boolean => plain[i + 1]?.text !== IGNORED;
  const named =
    plain.find((line, i) => EXPLAINS.test(line.text) && isEffective(line, i)) ??
    plain.find((line, i) => HINTS.test(line.text) && isEffective(line, i)) ??
    plain.findLast(({ text }) => text !== '');
  return named ? { number: named.number, text: shown(named.text) } : null;
}

/** A failure of a playbook as its results have it. */
export interface HostFailure {
  host: string;
  /** The step of the playbook. */
  task: string;
  error: string;
}

/** A failure of a playbook in one line. */
export const failureText = ({ host, task, error }: HostFailure): string =>
  shown([host, task, error].filter(Boolean).join(' · '));

/** One line without control characters, bounded. */
function shown(text: string): string {
  const line = storableText(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return line.length > MAX_ALERT_LINE ? `${line.slice(0, MAX_ALERT_LINE - 1)}…` : line;
}
