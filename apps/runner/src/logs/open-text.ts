import { MAX_OPEN_LINE_TEXT } from '@switchyard/contracts';

const CARRIAGE_RETURN = 13;

/**
 * What a reader sees of an unfinished line: from its last carriage return on, as that starts over, up to
 * {@link MAX_OPEN_LINE_TEXT} characters. A character whose bytes are not all there is left out.
 */
export function openText(bytes: Buffer): string {
  let end = bytes.length;
  while (bytes[end - 1] === CARRIAGE_RETURN) {
    end--;
  }
  const written = bytes.subarray(0, end);
  const from = written.lastIndexOf(CARRIAGE_RETURN) + 1;
  // One character takes four bytes at most.
  const shown = written.subarray(from, from + 4 * MAX_OPEN_LINE_TEXT);
  return new TextDecoder().decode(shown, { stream: true }).slice(0, MAX_OPEN_LINE_TEXT);
}
