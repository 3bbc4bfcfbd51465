import { useEffect } from 'react';
import { useNotify } from '../../feedback/notify.js';
import { selectedLines, textFetched, textInMemory } from '../selection/copy-text.js';
import type { LogLabels } from '../labels.js';
import type { LogParts } from '../log-parts.js';

/** Copies what is selected in the log, from memory at once, otherwise as soon as it is fetched. */
export function useCopy(parts: LogParts, labels: LogLabels): void {
  const notify = useNotify();
  useEffect(() => {
    const stop = new AbortController();
    const copyLater = async (range: NonNullable<typeof parts.selection.range>, lines: number[]): Promise<void> => {
      const text = await textFetched(range, lines, parts.source, stop.signal);
      if (text === undefined) {
        return notify.warning(labels.copyTooLarge);
      }
      await navigator.clipboard.writeText(text);
      notify.success(labels.copied);
    };
    const onCopy = (event: ClipboardEvent): void => {
      const { range } = parts.selection;
      const active = document.activeElement;
      if (!range || active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) {
        return;
      }
      event.preventDefault();
      const lines = selectedLines(range, parts.pane.map);
      if (!lines) {
        return notify.warning(labels.copyTooLarge);
      }
      const text = textInMemory(range, lines, parts.store);
      if (text !== undefined) {
        event.clipboardData?.setData('text/plain', text);
      } else {
        copyLater(range, lines).catch(() => notify.error(labels.loadFailed));
      }
    };
    document.addEventListener('copy', onCopy, { signal: stop.signal });
    return () => stop.abort();
  }, [parts, labels, notify]);
}
