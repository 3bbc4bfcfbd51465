/** Characters that mean something in a search filter, and NUL (RFC 4515, section 3). */
const SPECIAL = /[\\*()\0]/g;

/** A text as a value inside of a search filter: it matches itself and nothing else. */
export function filterValue(text: string): string {
  return text.replace(SPECIAL, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
