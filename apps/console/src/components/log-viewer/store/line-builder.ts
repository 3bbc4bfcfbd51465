import { applySgr, guessedColumns, type MaskedPlaces, type SgrStyle } from '@switchyard/contracts';
import { carryOver } from '../ansi/spans.js';
import { lineKind, type LineMask, type LogBatch, type LogLine, type OpenLine } from '../types.js';

/** Turns lines as they travel into lines as they are held, carrying the colour state from one tool line to the next. */
export class LineBuilder {
  #state: SgrStyle;

  constructor(state: SgrStyle, sgr = '') {
    this.#state = sgr === '' ? state : readState(state, sgr);
  }

  build(batch: LogBatch, skip = 0): LogLine[] {
    const built: LogLine[] = [];
    const masks = batch.masked && masksByLine(batch.masked);
    for (let i = skip; i < batch.lines.length; i += 1) {
      const text = batch.lines[i] ?? '';
      const kind = batch.kinds[i] ?? lineKind.tool;
      const line = { text, time: batch.times[i] ?? 0, kind, sgr: this.#state };
      built.push(masks?.has(i) ? { ...line, masks: masks.get(i) } : line);
      if (kind === lineKind.tool) {
        this.#state = carryOver(text, this.#state);
      }
    }
    return built;
  }

  /** A line of the tool that follows, which has no end yet, and comes without the places of secrets. */
  peek({ text, time }: OpenLine): LogLine {
    const masks = guessedColumns(text).map((column) => ({ column, secret: null }));
    return { text, time, kind: lineKind.tool, sgr: this.#state, masks };
  }
}

function masksByLine({ places, secrets }: MaskedPlaces): ReadonlyMap<number, readonly LineMask[]> {
  const byLine = new Map<number, LineMask[]>();
  for (let i = 0; i + 2 < places.length; i += 3) {
    const [line = 0, column = 0, secret = 0] = places.slice(i, i + 3);
    const masks = byLine.get(line) ?? [];
    masks.push({ column, secret: secrets[secret - 1] ?? null });
    byLine.set(line, masks);
  }
  return byLine;
}

/** The state travels as SGR parameters or as the escape sequence itself. */
function readState(state: SgrStyle, sgr: string): SgrStyle {
  return sgr.includes('\x1b') ? carryOver(sgr, state) : applySgr(state, sgr);
}
