import { Asking } from './asking.js';

/** @param isWanted the user has signed out */
type Listener = (isWanted: boolean) => void;

let listener: Listener = () => undefined;

/** The one place that reacts when the server no longer knows the session. */
export function onSessionEnd(next: Listener): void {
  listener = next;
}

export function announceSessionEnd(isWanted = false): void {
  listener(isWanted);
}

const asking = new Asking();

/** Registers the one dialog in which users sign in again over what they have typed. Returns how to remove it. */
export const onSignInNeeded = asking.answerBy.bind(asking);

/** Offers to sign in again; who does not is announced. @returns whether there is a session again */
export async function endSession(): Promise<boolean> {
  const isBack = await asking.ask();
  if (!isBack) {
    announceSessionEnd();
  }
  return isBack;
}
