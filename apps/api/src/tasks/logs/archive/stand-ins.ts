import { LogLineKind, sentenceOf } from '@switchyard/contracts';
import type { SegmentRow } from '@switchyard/engine';
import type { StoredChunk } from '../stored-chunk.js';
import type { LinesLost } from '../lines-lost.js';

/** Lines of one of the chunks that stand for lost ones. */
const LINES = 1_000;

/** A line of the control plane with the error, for each line that was lost: the log before them and behind them stays readable. */
export function standIns({ first_line: first, line_count: count }: SegmentRow, lost: LinesLost): StoredChunk[] {
  return Array.from({ length: Math.ceil(count / LINES) }, (_, i) => {
    const lines = Math.min(LINES, count - i * LINES);
    return {
      first_line: first + i * LINES,
      line_count: lines,
      first_time: new Date(0),
      kind: LogLineKind.system,
      codec: 0,
      sgr: '',
      times: Buffer.alloc(lines),
      masks: null,
      lost,
      body: Buffer.from(`[${sentenceOf(lost.problem)}]\n`.repeat(lines)),
    };
  });
}
