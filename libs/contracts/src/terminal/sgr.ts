/**
 * Colours and styles in force at a point of a terminal stream (SGR, ECMA-48 8.3.117; colours by ISO 8613-6).
 * `fg` and `bg`: -1 the default, 0 to 255 the palette, {@link SGR_RGB} plus 0xrrggbb a true colour.
 * `flags`: a sum of {@link SGR_STYLES}.
 */
export interface SgrStyle {
  readonly fg: number;
  readonly bg: number;
  readonly flags: number;
}

export const SGR_RGB = 0x1000000;
export const SGR_STYLES = {
  bold: 1,
  dim: 2,
  italic: 4,
  underline: 8,
  blink: 16,
  inverse: 32,
  conceal: 64,
  strike: 128,
} as const;
export const PLAIN_SGR: SgrStyle = { fg: -1, bg: -1, flags: 0 };

/** The code that switches each style on, in ascending order. */
const STYLE_CODES = [
  [1, SGR_STYLES.bold],
  [2, SGR_STYLES.dim],
  [3, SGR_STYLES.italic],
  [4, SGR_STYLES.underline],
  [5, SGR_STYLES.blink],
  [7, SGR_STYLES.inverse],
  [8, SGR_STYLES.conceal],
  [9, SGR_STYLES.strike],
] as const;

/** Rapid blink and double underline are shown as their plain forms. */
const ON = new Map<number, number>([...STYLE_CODES, [6, SGR_STYLES.blink], [21, SGR_STYLES.underline]]);
const OFF = new Map<number, number>([
  [22, SGR_STYLES.bold | SGR_STYLES.dim],
  [23, SGR_STYLES.italic],
  [24, SGR_STYLES.underline],
  [25, SGR_STYLES.blink],
  [27, SGR_STYLES.inverse],
  [28, SGR_STYLES.conceal],
  [29, SGR_STYLES.strike],
]);

/** First code of each row of eight palette colours, and the colour it stands for. */
const PALETTE_ROWS = [
  { first: 30, ground: 'fg', color: 0 },
  { first: 40, ground: 'bg', color: 0 },
  { first: 90, ground: 'fg', color: 8 },
  { first: 100, ground: 'bg', color: 8 },
] as const;

/**
 * State after one SGR sequence; `params` is what stands between `ESC [` and `m`, and also the form of {@link sgrParams}.
 * Unknown codes and broken colours change nothing.
 */
export function applySgr(state: SgrStyle, params: string): SgrStyle {
  const parts = params.split(';');
  let next = state;
  for (let at = 0; at < parts.length; at += 1) {
    const [head, ...sub] = (parts[at] ?? '').split(':');
    const code = Number(head);
    if (code === 38 || code === 48 || code === 58) {
      const { color, used } = sub.length > 0 ? colonColor(sub) : semicolonColor(parts.slice(at + 1));
      next = withColor(next, code, color);
      at += used;
    } else {
      next = applyCode(next, code === 4 && sub[0] === '0' ? 24 : code);
    }
  }
  return next;
}

/** The state as SGR parameters such as `1;31`, styles first; empty when nothing is set, at most 49 characters. */
export function sgrParams({ fg, bg, flags }: SgrStyle): string {
  const styles = STYLE_CODES.filter(([, flag]) => flags & flag).map(([code]) => String(code));
  return [...styles, colorParams(fg, 30), colorParams(bg, 40)].filter(Boolean).join(';');
}

function applyCode(state: SgrStyle, code: number): SgrStyle {
  if (code === 0) {
    return PLAIN_SGR;
  }
  const on = ON.get(code);
  const off = OFF.get(code);
  if (on !== undefined || off !== undefined) {
    return { ...state, flags: (state.flags | (on ?? 0)) & ~(off ?? 0) };
  }
  if (code === 39 || code === 49) {
    return code === 39 ? { ...state, fg: -1 } : { ...state, bg: -1 };
  }
  const row = PALETTE_ROWS.find(({ first }) => code >= first && code <= first + 7);
  return row ? { ...state, [row.ground]: code - row.first + row.color } : state;
}

/** The colour of underlines (58) is read and not kept. */
function withColor(state: SgrStyle, code: 38 | 48 | 58, color: number): SgrStyle {
  if (color < 0 || code === 58) {
    return state;
  }
  return code === 38 ? { ...state, fg: color } : { ...state, bg: color };
}

/** `color` is -1 when the colour is broken; `used` counts the parameters behind the code. */
interface ReadColor {
  color: number;
  used: number;
}

/** `5:n` or `2:r:g:b`, or with a colour space `2:<space>:r:g:b`. */
function colonColor(sub: readonly string[]): ReadColor {
  const values = sub[0] === '2' && sub.length > 4 ? sub.slice(2, 5) : sub.slice(1);
  return { color: colorOf(sub[0], values), used: 0 };
}

/** `5;n` or `2;r;g;b`; of an unknown kind the rest of the sequence cannot be read. */
function semicolonColor(parts: readonly string[]): ReadColor {
  if (parts[0] !== '5' && parts[0] !== '2') {
    return { color: -1, used: parts.length };
  }
  const used = parts[0] === '5' ? 2 : 4;
  return { color: colorOf(parts[0], parts.slice(1, used)), used };
}

function colorOf(kind: string | undefined, values: readonly string[]): number {
  const [red = -1, green = -1, blue = -1] = values.map((value) => (/^\d{1,3}$/.test(value) ? Number(value) : -1));
  const inRange = (value: number): boolean => value >= 0 && value <= 255;
  if (kind === '5') {
    return inRange(red) ? red : -1;
  }
  return kind === '2' && [red, green, blue].every(inRange) ? SGR_RGB | (red << 16) | (green << 8) | blue : -1;
}

function colorParams(color: number, base: 30 | 40): string {
  if (color < 0) {
    return '';
  }
  if (color >= SGR_RGB) {
    return `${base + 8};2;${(color >> 16) & 255};${(color >> 8) & 255};${color & 255}`;
  }
  if (color > 15) {
    return `${base + 8};5;${color}`;
  }
  return String(color < 8 ? base + color : base + 52 + color);
}
