export type Mode = 'light' | 'dark';

/**
 * Family names only: the two variable fonts ship with the app, Cyrillic included; the rest is what the machine has.
 * `--sy-local-font` names the fonts of the language on screen (`styles/fonts.css`).
 */
export const fontText = `'Inter Variable', var(--sy-local-font), system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif`;
export const fontMono = `'JetBrains Mono Variable', var(--sy-local-mono), ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace`;

/** Everything below is named by its job, never by its hue. Custom CSS reads it as `--sy-<kebab-name>`. */
export const surface = {
  light: {
    ground: '#f6f6f8', // sidebar, sign-in, behind centred pages
    panel: '#ffffff', // pages, tables, dialogs
    raised: '#ffffff', // menus, popovers, dialogs
    sunken: '#f9f9fb', // expanded rows, read-only blocks
    hover: '#f3f3f7',
    selected: '#efecfc',
    line: '#e7e7ec', // hairlines between things
    control: '#c3c3cf', // field and button outlines
    controlStrong: '#868695', // checkbox, radio, switch track
    mask: 'rgba(18, 17, 26, 0.42)',
    text: '#1a1a22',
    text2: '#555563',
    text3: '#696977', // captions, placeholders, line numbers
    disabled: '#a3a3b0',
    accent: '#5a43c6', // links, active tab, focus ring
    accentSolid: '#5a43c6', // primary button
    accentHover: '#4a34b2',
    accentActive: '#3d2a99',
    accentLine: '#cbc3f1',
    onAccent: '#ffffff',
  },
  dark: {
    ground: '#0f0f13',
    panel: '#15151a',
    raised: '#1e1e25',
    sunken: '#121217',
    hover: '#1d1d24',
    selected: '#27233f',
    line: '#27272f',
    control: '#41414d',
    controlStrong: '#737382',
    mask: 'rgba(4, 4, 8, 0.62)',
    text: '#e9e9ef',
    text2: '#aeaebb',
    text3: '#8f8f9d',
    disabled: '#5c5c69',
    accent: '#a99dfa',
    accentSolid: '#6b56df',
    accentHover: '#735fe5',
    accentActive: '#5a45cc',
    accentLine: '#433a7c',
    onAccent: '#ffffff',
  },
} as const;

/** One hue per meaning. `fg` = icon and word, `bg` = tint of pills and banners, `fill` = chart bars and meters. */
export const tone = {
  light: {
    grey: { fg: '#5f5f6d', bg: '#f0f0f4', line: '#d9d9e1', fill: '#8e8e9e' },
    blue: { fg: '#0f5fbf', bg: '#e9f2fd', line: '#bcd8f8', fill: '#3b86dd' },
    gold: { fg: '#845a00', bg: '#fff6dc', line: '#efd894', fill: '#b8860f' },
    orange: { fg: '#a14f00', bg: '#fff1e2', line: '#f4cfa5', fill: '#cf7420' },
    volcano: { fg: '#b03a12', bg: '#fdeee8', line: '#f3c6b5', fill: '#dd6a42' },
    green: { fg: '#1a7437', bg: '#e8f6ec', line: '#b4dfc1', fill: '#36a25a' },
    red: { fg: '#c2212b', bg: '#fdecec', line: '#f5c2c4', fill: '#d9434b' },
  },
  dark: {
    grey: { fg: '#a0a0ae', bg: '#24242c', line: '#383843', fill: '#6e6e7d' },
    blue: { fg: '#74b3fb', bg: '#15263b', line: '#24436a', fill: '#4a8fdf' },
    gold: { fg: '#e3b341', bg: '#2d2411', line: '#56431a', fill: '#c4932a' },
    orange: { fg: '#f0a052', bg: '#2f2012', line: '#5a3a1b', fill: '#d07f34' },
    volcano: { fg: '#f78d66', bg: '#331d16', line: '#633123', fill: '#d2653f' },
    green: { fg: '#5cc47c', bg: '#142a1c', line: '#234a31', fill: '#3b9f5c' },
    red: { fg: '#fa7f80', bg: '#361b1e', line: '#682e33', fill: '#d24c52' },
  },
} as const;

export type Tone = keyof (typeof tone)['light'];

/** The log keeps its own surface, so a pasted screenshot of a log always looks the same. */
export const log = {
  light: {
    bg: '#fbfbfc',
    text: '#26262f',
    number: '#6b6b79',
    system: '#5a43c6',
    section: '#f1f1f5',
    hover: '#f3f3f7',
    hit: '#ffe58a',
    hitNow: '#ffb938',
    hitText: '#1a1a22',
    target: '#f0edfd',
  },
  dark: {
    bg: '#111115',
    text: '#d9d9e1',
    number: '#8c8c9a',
    system: '#a99dfa',
    section: '#1a1a20',
    hover: '#1a1a20',
    hit: '#5c4a12',
    hitNow: '#e0a21b',
    hitText: '#14140f',
    target: '#231f3a',
  },
} as const;

/** ANSI 0–15. Every entry reads at 4.5:1 or better on `log.bg`: black is lifted in the dark, white lowered in the light. */
export const ansi = {
  light: {
    black: '#26262f',
    red: '#b91c24',
    green: '#1a7034',
    yellow: '#7d5700',
    blue: '#1a56b8',
    magenta: '#93278f',
    cyan: '#0a6b75',
    white: '#5f5f6d',
    brightBlack: '#6b6b79',
    brightRed: '#cf222e',
    brightGreen: '#1c7a3a',
    brightYellow: '#8f6400',
    brightBlue: '#2065d1',
    brightMagenta: '#a934a5',
    brightCyan: '#0b7680',
    brightWhite: '#3b3b46',
  },
  dark: {
    black: '#8c8c9a',
    red: '#f97c7c',
    green: '#5fc67f',
    yellow: '#dcb04a',
    blue: '#78b0f7',
    magenta: '#e08fdc',
    cyan: '#56c2cf',
    white: '#d9d9e1',
    brightBlack: '#9a9aa8',
    brightRed: '#ff9d9b',
    brightGreen: '#86dc9f',
    brightYellow: '#f0cd78',
    brightBlue: '#a0c8ff',
    brightMagenta: '#efb0ec',
    brightCyan: '#84d9e3',
    brightWhite: '#f5f5f9',
  },
} as const;
