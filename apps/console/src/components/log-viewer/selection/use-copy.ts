import { App } from 'antd';
import { useEffect } from 'react';
import { selectedLines, textFetched, textInMemory } from './copy-text.js';
import type { LogLabels } from '../labels.js';
import type { LogParts } from '../log-parts.js';

/** Copies what is selected in the log, from memory at once, otherwise as soon as it is fetched. */
export function useCopy(parts: LogParts, labels: LogLabels): void {
  const { message } = App.useApp();
  useEffect(() => {
    const stop = new AbortController();
    const copyLater = async (range: NonNullable<typeof parts.selection.range>, lines: number[]): Promise<void> => {
      const text = await textFetched(range, lines, parts.source, stop.signal);
      if (text === undefined) {
        return void message.warning(labels.copyTooLarge);
      }
      await navigator.clipboard.writeText(text);
      void message.success(labels.copied);
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
        return void message.warning(labels.copyTooLarge);
      }
      const text = textInMemory(range, lines, parts.store);
      if (text !== undefined) {
        event.clipboardData?.setData('text/plain', text);
      } else {
        copyLater(range, lines).catch(() => void message.error(labels.loadFailed));
      }
    };
    document.addEventListener('copy', onCopy, { signal: stop.signal });
    return () => stop.abort();
  }, [parts, labels, message]);
}
