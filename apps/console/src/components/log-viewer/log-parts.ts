import { FindSession } from './find/find-session.js';
import { LogStore } from './store/log-store.js';
import { PaneController } from './pane/pane-controller.js';
import { LogSelection } from './selection/selection.js';
import type { LogSource } from './types.js';

/** What one open log consists of besides what React draws. */
export interface LogParts {
  readonly source: LogSource;
  readonly store: LogStore;
  readonly pane: PaneController;
  readonly find: FindSession;
  readonly selection: LogSelection;
}

export function createLogParts(source: LogSource): LogParts {
  const store = new LogStore(source);
  const pane: PaneController = new PaneController(store, () => selection.read());
  const find = new FindSession({
    store,
    search: source.search.bind(source),
    fromLine: () => pane.topLine,
    onShow: (line) => pane.toLine(line, true),
  });
  const selection: LogSelection = new LogSelection(
    () => pane.elements?.block,
    () => pane.hold(),
  );
  return { source, store, pane, find, selection };
}
