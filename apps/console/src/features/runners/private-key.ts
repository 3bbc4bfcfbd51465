/** The displayed private key is cut to 90 characters. */
const SHOWN = 90;

/** First characters of a key in one line. */
export function shownKey(pem: string): string {
  const text = pem.slice(0, SHOWN).replaceAll('\n', ' ').trimEnd();
  return pem.length > SHOWN ? `${text}…` : text;
}

/** Offers text as a file of that name. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/x-pem-file' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
