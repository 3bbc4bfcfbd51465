import { useEffect } from 'react';
import { letterKeysOn } from '../../lib/letter-keys.js';

/** Whether a key press goes into a field, where letters are text and no commands. */
function isTyping({ target }: Pick<KeyboardEvent, 'target'>): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select') !== null)
  );
}

/** Dialogs that open over any page. */
export type ShellCommand = 'palette' | 'shortcuts' | 'account' | 'subscription';

/**
 * The command of a key press for the shell: Ctrl+K (Cmd+K) anywhere, `?` where characters are no text.
 * @param asText whether somebody types, or wants no shortcuts of a single character
 */
export function shellCommand(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  asText: boolean,
): ShellCommand | null {
  if (altKey) {
    return null;
  }
  if (ctrlKey || metaKey) {
    return key.toLowerCase() === 'k' ? 'palette' : null;
  }
  return key === '?' && !asText ? 'shortcuts' : null;
}

/** Listens for the shortcuts that work on every page. */
export function useShellKeys(run: (command: ShellCommand) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const command = event.defaultPrevented ? null : shellCommand(event, isTyping(event) || !letterKeysOn());
      if (command !== null) {
        event.preventDefault();
        run(command);
      }
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [run]);
}
