import { toolLine, type ToolRun } from '@switchyard/testing';
import type { History, HistoryAttempt, StoredLog, Violation } from '../history/history.js';

/** Outcomes that the runner reported itself, after its log had arrived. */
const REPORTED = new Set(['success', 'error', 'stopped', 'planned']);
const TOOL_LINE = 0;

/** Promise 3: what is stored is what the tool wrote; all of it when the runner reported the end, else its beginning. */
export function checkLogs(history: History): Violation[] {
  const runs = new Map(history.runs.map((run) => [run.attemptId, run]));
  const logs = new Map(history.logs.map((log) => [log.attemptId, log]));
  return history.attempts.flatMap((attempt) => {
    const log = logs.get(attempt.id);
    const fault = log === undefined ? 'it has no log' : (gap(log) ?? faultOfLines(history, attempt, log, runs));
    const text = `task ${attempt.taskId}, log of attempt ${attempt.id}: ${fault}`;
    return fault === null ? [] : [{ promise: 3, taskId: attempt.taskId, text }];
  });
}

function faultOfLines(
  history: History,
  attempt: HistoryAttempt,
  log: StoredLog,
  runs: ReadonlyMap<number, ToolRun>,
): string | null {
  if (history.applyTemplates.has(attempt.templateId)) {
    return null;
  }
  return isReal(history, attempt) ? realFault(history, attempt, log) : simulatedFault(attempt, log, runs);
}

const isReal = ({ real }: History, { templateId }: HistoryAttempt): boolean => templateId === real.templateId;

/** The chunks join without a gap from the first line to the last. */
function gap({ baseLine, nextLine, chunks }: StoredLog): string | null {
  let expected = baseLine;
  for (const { firstLine, lineCount, lines } of chunks) {
    if (firstLine !== expected || lines.length !== lineCount) {
      return `a chunk of ${lines.length} lines (declared: ${lineCount}) begins at line ${firstLine}, expected ${expected}`;
    }
    expected += lineCount;
  }
  return expected === nextLine ? null : `its chunks end at line ${expected}, expected ${nextLine}`;
}

function simulatedFault(attempt: HistoryAttempt, log: StoredLog, runs: ReadonlyMap<number, ToolRun>): string | null {
  const written = runs.get(attempt.id)?.written ?? 0;
  return difference(attempt, toolLines(log), written, (line) => toolLine(attempt.id, line));
}

function realFault({ sideEffects, real }: History, attempt: HistoryAttempt, log: StoredLog): string | null {
  const lines = withoutLastWord(toolLines(log), attempt);
  if (attempt.outcome === 'success' && (sideEffects.ends.get(attempt.taskId) ?? 0) !== 1) {
    return 'it is a success, but its script did not come to its end';
  }
  const written = attempt.outcome === 'success' ? real.lines : lines.length;
  return difference(attempt, lines, Math.min(written, real.lines), (line) => `real ${line}`);
}

/** Lines that bash prints when a signal to its group ends the command it waits for before it ends bash itself. */
const LAST_WORDS: readonly (string | undefined)[] = ['Terminated', 'Killed'];

const withoutLastWord = (lines: readonly string[], { outcome }: HistoryAttempt): readonly string[] =>
  outcome !== 'success' && LAST_WORDS.includes(lines.at(-1)) ? lines.slice(0, -1) : lines;

const toolLines = ({ chunks }: StoredLog): string[] =>
  chunks.filter(({ kind }) => kind === TOOL_LINE).flatMap(({ lines }) => lines);

function difference(
  { outcome }: HistoryAttempt,
  lines: readonly string[],
  written: number,
  lineAt: (line: number) => string,
): string | null {
  const wrong = lines.findIndex((line, i) => line !== lineAt(i));
  if (wrong >= 0) {
    return `line ${wrong} is "${lines[wrong]}", the tool wrote "${lineAt(wrong)}"`;
  }
  if (lines.length > written) {
    return `${lines.length} lines are stored, the tool wrote ${written}`;
  }
  return REPORTED.has(outcome ?? '') && lines.length < written
    ? `${lines.length} lines are stored of ${written}, though its end was reported (${outcome})`
    : null;
}
