/** The displayed private key is cut to 90 characters. */
const SHOWN = 90;

/** First characters of a key in one line. */
export function shownKey(pem: string): string {
  const text = pem.slice(0, SHOWN).replaceAll('\n', ' ').trimEnd();
  return pem.length > SHOWN ? `${text}…` : text;
}
