/** Shortcuts of the console; each action has one or more combinations of keys. */
export const SHORTCUTS = [
  {
    place: 'everywhere',
    shortcuts: [
      { action: 'palette', keys: [['Ctrl', 'K']] },
      { action: 'shortcuts', keys: [['?']] },
      { action: 'close', keys: [['Esc']] },
    ],
  },
  {
    place: 'palette',
    shortcuts: [
      { action: 'move', keys: [['↑', '↓']] },
      { action: 'open', keys: [['Enter']] },
      { action: 'run', keys: [['Ctrl', 'Enter']] },
    ],
  },
  {
    place: 'log',
    shortcuts: [
      { action: 'find', keys: [['/'], ['Ctrl', 'F']] },
      { action: 'next', keys: [['n'], ['Shift', 'N']] },
      { action: 'start', keys: [['g'], ['Home']] },
      { action: 'end', keys: [['Shift', 'G'], ['End']] },
      { action: 'link', keys: [['l']] },
      { action: 'selectAll', keys: [['Ctrl', 'A']] },
    ],
  },
] as const;
