import { FindSession } from './find/find-session.js';
import { LineShow } from './pane/line-show.js';
import { LogStore } from './store/log-store.js';
import { PaneController } from './pane/pane-controller.js';
import { LogSelection } from './selection/selection.js';
import type { LogOutcome, LogSource } from './types.js';

/** Parts of one open log besides what React draws. */
export interface LogParts {
  readonly source: LogSource;
  readonly store: LogStore;
  readonly pane: PaneController;
  readonly find: FindSession;
  readonly selection: LogSelection;
}

/** The source, and what is known of the log before it is read. */
interface LogFacts {
  source: LogSource;
  live: boolean;
  outcome: LogOutcome;
  headings?: RegExp | undefined;
}

/** Folds tasks without a failure: readers of a failed run's log look for what failed. */
export function createLogParts({ source, live, outcome, headings }: LogFacts): LogParts {
  const store = new LogStore(source, headings !== undefined);
  const pane: PaneController = new PaneController(store, () => selection.read());
  pane.space.folds.foldsQuiet = !live && outcome === 'failed';
  const hits = new LineShow(store, pane);
  const find = new FindSession({
    store,
    search: source.search.bind(source),
    fromLine: () => pane.topLine,
    onShow: (line) => hits.show(line),
    onLeave: () => hits.cancel(),
  });
  const selection: LogSelection = new LogSelection(
    () => pane.elements?.block,
    () => pane.hold(),
  );
  return { source, store, pane, find, selection };
}
