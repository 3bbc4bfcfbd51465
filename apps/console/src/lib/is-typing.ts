/** Whether a key press goes into a field, where letters are text and no commands. */
export function isTyping({ target }: Pick<KeyboardEvent, 'target'>): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select') !== null)
  );
}
