import { LogLineKind, problem, sentenceOf } from '@switchyard/contracts';
import type { SegmentRow } from '@switchyard/engine';
import { OutsideError } from '@switchyard/server';
import type { StoredChunk } from '../stored-chunk.js';

/** Lines of one of the chunks that stand for lost ones. */
const LINES = 1_000;

/** Archived lines that are missing or were changed. */
export class LinesLost extends OutsideError {
  /** @param errorId names the failure in the answer and in the log @param line the first of them */
  constructor(
    errorId: string,
    readonly line: number,
  ) {
    super(problem('log_lines_lost', { id: errorId }), 502);
  }
}

/** As many lines of the control plane as were lost, each of which says so: the log before them and behind them stays readable. */
export function standIns({ first_line: first, line_count: count }: SegmentRow, lost: LinesLost): StoredChunk[] {
  return Array.from({ length: Math.ceil(count / LINES) }, (_, i) => {
    const lines = Math.min(LINES, count - i * LINES);
    return {
      ...{ first_line: first + i * LINES, line_count: lines, first_time: new Date(0), kind: LogLineKind.system },
      ...{ codec: 0, sgr: '', times: Buffer.alloc(lines), lost },
      body: Buffer.from(`[${sentenceOf(lost.problem)}]\n`.repeat(lines)),
    };
  });
}
