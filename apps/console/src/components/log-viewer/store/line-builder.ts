import { applySgr, type SgrState } from '@switchyard/contracts';
import { carryOver } from '../ansi/spans.js';
import { lineKind, type LogBatch, type LogLine, type OpenLine } from '../types.js';

/** Turns lines as they travel into lines as they are held, carrying the colour state from one tool line to the next. */
export class LineBuilder {
  #state: SgrState;

  constructor(state: SgrState, sgr = '') {
    this.#state = sgr === '' ? state : readState(state, sgr);
  }

  build(batch: LogBatch, skip = 0): LogLine[] {
    const built: LogLine[] = [];
    for (let i = skip; i < batch.lines.length; i += 1) {
      const text = batch.lines[i] ?? '';
      const kind = batch.kinds[i] ?? lineKind.tool;
      built.push({ text, time: batch.times[i] ?? 0, kind, sgr: this.#state });
      if (kind === lineKind.tool) {
        this.#state = carryOver(text, this.#state);
      }
    }
    return built;
  }

  /** A line of the tool that follows, which has no end yet. */
  peek({ text, time }: OpenLine): LogLine {
    return { text, time, kind: lineKind.tool, sgr: this.#state };
  }
}

/** The state travels as SGR parameters or as the escape sequence itself. */
function readState(state: SgrState, sgr: string): SgrState {
  return sgr.includes('\x1b') ? carryOver(sgr, state) : applySgr(state, sgr);
}
