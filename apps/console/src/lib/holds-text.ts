/** Whether one of the texts holds what is searched for, in any case; blanks around that do not count. */
export function holdsText(wanted: string, texts: readonly (string | null | undefined)[]): boolean {
  const lower = wanted.trim().toLowerCase();
  return lower === '' || texts.some((text) => text?.toLowerCase().includes(lower));
}
