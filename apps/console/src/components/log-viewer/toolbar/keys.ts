export type LogCommand = 'start' | 'end' | 'find' | 'close' | 'next' | 'previous' | 'link' | 'select-all';

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const plainKeys = new Map<string, LogCommand>([
  ['Home', 'start'],
  ['g', 'start'],
  ['End', 'end'],
  ['G', 'end'],
  ['n', 'next'],
  ['N', 'previous'],
  ['l', 'link'],
  ['L', 'link'],
  ['/', 'find'],
  ['Escape', 'close'],
]);

const controlKeys = new Map<string, LogCommand>([
  ['f', 'find'],
  ['a', 'select-all'],
  ['Home', 'start'],
  ['End', 'end'],
]);

/** The command of a key press on the lines; undefined leaves it to the browser. */
export function commandOf(press: KeyPress): LogCommand | undefined {
  if (press.altKey) {
    return undefined;
  }
  return press.ctrlKey || press.metaKey ? controlKeys.get(press.key) : plainKeys.get(press.key);
}
