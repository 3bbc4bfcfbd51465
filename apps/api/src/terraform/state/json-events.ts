import type { KnownNames } from './json-bytes.js';

/**
 * Events of a `JsonScanner` down to a depth, in the order of the text. Places are bytes from the beginning of the text.
 */
export interface JsonEvents {
  /** Depth of the innermost objects and lists that are of interest; what is inside of the whole text has depth 1. */
  depth: number;
  /** Whether the member name or value that begins now is of interest. */
  wants: (isName: boolean) => boolean;
  open: (at: number) => void;
  /** @param end behind the bracket */
  close: (end: number) => void;
  /** Names that count; any other may reach `key` as `''`. */
  names: KnownNames;
  key: (name: string) => void;
  /**
   * A value that is no object or list, as bytes that change afterwards.
   * @param end `from` when it is longer than 1 KiB
   */
  scalar: (bytes: Buffer, from: number, end: number, at: number) => void;
}
