import type { LogStore } from '../store/log-store.js';
import type { PaneController } from './pane-controller.js';

/** How long the pane stays where it is, at most, while a line is fetched. */
const FETCH_MS = 250;
/** Lines that are fetched on either side of it; no fewer are drawn there. */
const AROUND = 70;

/** Shows lines with their text: a pane that moves before the text has come draws everything twice. */
export class LineShow {
  #leave: () => void = () => undefined;

  constructor(
    private readonly store: Pick<LogStore, 'get' | 'want' | 'state'>,
    private readonly pane: Pick<PaneController, 'toLine'>,
  ) {}

  /** Settles when the line (0-based) is shown: at once when it is held, else when it has come or is late. Another call takes its place. */
  show(line: number): Promise<void> {
    this.#leave();
    if (this.store.get(line)) {
      this.pane.toLine(line, true);
      return Promise.resolve();
    }
    this.store.want(around(line));
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(late);
        forget();
        this.#leave = () => undefined;
        resolve();
      };
      const shown = (): void => {
        end();
        this.pane.toLine(line, true);
      };
      const forget = this.store.state.subscribe(() => this.store.get(line) && shown());
      const late = setTimeout(shown, FETCH_MS);
      this.#leave = end;
    });
  }

  /** Leaves a line that has not come. */
  cancel(): void {
    this.#leave();
  }
}

function around(line: number): number[] {
  return [0, -AROUND, AROUND].map((lines) => line + lines);
}
