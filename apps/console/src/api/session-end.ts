type Listener = () => void;

let listener: Listener = () => undefined;

/** The one place that reacts when the server no longer knows the session. */
export function onSessionEnd(next: Listener): void {
  listener = next;
}

export function announceSessionEnd(): void {
  listener();
}
