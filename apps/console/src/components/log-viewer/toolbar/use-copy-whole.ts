import { messageOf } from '@switchyard/concurrency/message-of';
import { useEffect, useRef } from 'react';
import { useNotify } from '../../feedback/notify.js';
import type { LogParts } from '../log-parts.js';
import type { LogViewerProps } from '../log-viewer-props.js';
import { allLines, textFetched } from '../selection/copy-text.js';

/** Copies the log as it stands, folded lines too, or the command that prints it. */
export function useCopyWhole(parts: LogParts, { labels, download }: LogViewerProps) {
  const notify = useNotify();
  const stop = useRef(new AbortController());
  useEffect(() => {
    const own = new AbortController();
    stop.current = own;
    return () => own.abort();
  }, [parts]);
  const copy = async (read: () => Promise<string | undefined>, done: string): Promise<void> => {
    const { signal } = stop.current;
    const text = await read();
    if (signal.aborted) {
      return;
    }
    if (text === undefined) {
      return notify.warning(labels.copyTooLarge);
    }
    await navigator.clipboard.writeText(text);
    notify.success(done);
  };
  const refuse = (error: unknown): void => notify.error(labels.copyFailed(messageOf(error)));
  const whole = async (): Promise<string | undefined> => {
    const { total } = parts.store;
    const range = { from: { line: 0, column: 0 }, to: { line: total - 1, column: Infinity } };
    const lines = allLines(total);
    return lines && textFetched(range, lines, parts.source, stop.current.signal);
  };
  return {
    onCopyAll: () => void copy(whole, labels.copied).catch(refuse),
    onCopyCommand: () => void copy(async () => download?.command, labels.commandCopied).catch(refuse),
  };
}
