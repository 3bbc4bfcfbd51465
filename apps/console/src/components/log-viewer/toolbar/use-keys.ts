import { useEffect, type RefObject } from 'react';
import { letterKeysOn } from '../../../lib/letter-keys.js';
import { commandOf, type LogCommand } from './keys.js';

/**
 * Listens on the page while the viewer is on screen. Find and close work from anywhere in it, the other keys only on the lines, and none
 * of the single letters where somebody types.
 */
export function useKeys(root: RefObject<HTMLElement | null>, run: (command: LogCommand) => boolean): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const command = isLetter(event) && !letterKeysOn() ? undefined : commandOf(event);
      const element = root.current;
      if (!command || !element || element.offsetParent === null || event.defaultPrevented) {
        return;
      }
      if (!applies(command, event, element) || !run(command)) {
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [root, run]);
}

const isLetter = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key.length === 1 && !ctrlKey && !metaKey;

function applies(command: LogCommand, event: KeyboardEvent, root: HTMLElement): boolean {
  const target = event.target instanceof Element ? event.target : null;
  const typing = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (command === 'find') {
    return !typing || event.key !== '/';
  }
  if (command === 'close') {
    return root.contains(target) || target === document.body;
  }
  return !typing && (target?.closest('[role="log"]') !== null || target === document.body) && !isControl(target);
}

/** Home, End and letters belong to a focused button or link. */
function isControl(target: Element | null): boolean {
  return target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement;
}
