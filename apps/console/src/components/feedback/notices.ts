export interface Notice {
  kind: 'success' | 'error' | 'warning';
  text: string;
  seconds: number;
  /** Replaces the notice with the same key. */
  key?: string;
}

type Listener = (notice: Notice) => void;

let waiting: Notice[] = [];
let show: Listener | null = null;
let used = false;
const readers = new Set<() => void>();

/** Shows a snackbar; the code that draws them is loaded for the first one. */
export function addNotice(notice: Notice): void {
  if (show !== null) {
    return show(notice);
  }
  used = true;
  waiting.push(notice);
  readers.forEach((reader) => reader());
}

/** Whether there was anything to show yet. */
export const hasNotices = (): boolean => used;

export function onNotices(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

/** Takes the notices, those that waited first. @returns the function that ends it */
export function takeNotices(listener: Listener): () => void {
  show = listener;
  const missed = waiting;
  waiting = [];
  missed.forEach(listener);
  return () => {
    show = null;
  };
}
