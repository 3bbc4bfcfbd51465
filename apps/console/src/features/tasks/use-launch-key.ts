import { useRef } from 'react';

/**
 * A key for each launch of a dialog: the same one while the request is the same, so that pressing Run again
 * after an answer that was lost starts no second task.
 */
export function useLaunchKey(): (body: object) => string {
  const last = useRef({ text: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.text !== text) {
      last.current = { text, key: newLaunchKey() };
    }
    return last.current.key;
  };
}

/** Key of one launch. `randomUUID` is missing where the console is served without TLS. */
export const newLaunchKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
