/** Before the name of every draft in the storage of the browser, which is the server's own. */
export const DRAFTS = 'switchyard.draft.';

/** Before the drafts of one user. A server with a new database may give the same number to another person. */
export const draftPrefix = ({ id, created }: { id: number; created: string }): string =>
  `${DRAFTS}${id}.${Date.parse(created)}.`;

/** Forgets what a user typed: who signs out may leave the browser to others. */
export function forgetDrafts(user: { id: number; created: string }): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(draftPrefix(user)));
    keys.forEach((key) => localStorage.removeItem(key));
  } catch {
    return;
  }
}
