import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useNotify } from '../../feedback/notify.js';
import type { LogCommand } from './keys.js';
import type { LogParts } from '../log-parts.js';
import type { LogViewerProps } from '../log-viewer-props.js';
import { pickLine } from '../selection/permalink.js';
import { useKeys } from './use-keys.js';

interface CommandOptions {
  parts: LogParts;
  root: RefObject<HTMLElement | null>;
  props: LogViewerProps;
}

/** Commands of the reader, by keyboard or by pointer. */
export function useCommands(options: CommandOptions) {
  const { parts, root } = options;
  const [openings, setOpenings] = useState(0);
  const choose = useChooseTarget(options);
  const closeFind = useCallback(() => {
    parts.find.close();
    parts.pane.focus();
  }, [parts]);
  const openFind = useCallback(() => {
    parts.find.open();
    setOpenings((count) => count + 1);
  }, [parts]);
  const run = useCallback(
    (command: LogCommand): boolean => {
      if (command === 'close' && !parts.find.state.get().open) {
        return false;
      }
      const actions: Record<LogCommand, () => void> = {
        start: () => parts.pane.toStart(),
        end: () => parts.pane.toEnd(),
        find: openFind,
        close: closeFind,
        next: () => parts.find.step(1),
        previous: () => parts.find.step(-1),
        link: () => choose(),
        'select-all': () => parts.selection.selectLines(0, Math.max(0, parts.store.total - 1)),
      };
      actions[command]();
      return true;
    },
    [parts, choose, openFind, closeFind],
  );
  useKeys(root, run);
  const toggleFind = (): void => (parts.find.state.get().open ? closeFind() : openFind());
  return { openings, closeFind, toggleFind, choose };
}

/** Makes a line the target and copies its address; without a line the present target, hit, or first line in sight. */
function useChooseTarget({ parts, props }: CommandOptions) {
  const notify = useNotify();
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  return useCallback(
    (line?: number, extend = false): void => {
      const now = latest.current;
      const { found, current } = parts.find.state.get();
      const standing = found.lines[current] ?? parts.pane.topLine;
      const next =
        line === undefined
          ? (now.target ?? pickLine(undefined, standing + 1, false))
          : pickLine(now.target, line, extend);
      now.onTargetChange?.(next);
      if (!now.linkOf) {
        return;
      }
      navigator.clipboard.writeText(now.linkOf(next)).then(
        () => notify.success(now.labels.linkCopied, 'log-link'),
        () => undefined,
      );
    },
    [parts, notify],
  );
}
