/** When a person last clicked or pressed a key, by the clock of the page; null = not yet. */
let pressed: number | null = null;

/** Remembers when a person acts. @param target the window */
export function watchClicks(target: EventTarget): void {
  for (const kind of ['click', 'keydown']) {
    target.addEventListener(kind, ({ timeStamp }) => (pressed = timeStamp), { capture: true });
  }
}

/** The header by which a trace begins at the button that asked for a request; none before anything was pressed. */
export const clickAge = (): Record<string, string> =>
  pressed === null ? {} : { 'click-age': String(Math.max(0, Math.round(performance.now() - pressed))) };
