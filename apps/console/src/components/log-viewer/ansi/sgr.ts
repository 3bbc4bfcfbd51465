/**
 * Colour state of a terminal. `fg` and `bg`: -1 the default, 0 to 255 the palette, {@link RGB} plus 0xrrggbb a true colour.
 * `flags`: a sum of {@link style} values.
 */
export interface SgrState {
  readonly fg: number;
  readonly bg: number;
  readonly flags: number;
}

export const RGB = 0x1000000;
export const style = { bold: 1, dim: 2, italic: 4, underline: 8, inverse: 16, strike: 32 } as const;
export const plain: SgrState = { fg: -1, bg: -1, flags: 0 };

const turnsOn = new Map([
  [1, style.bold],
  [2, style.dim],
  [3, style.italic],
  [4, style.underline],
  [7, style.inverse],
  [9, style.strike],
  [21, style.underline],
]);

const turnsOff = new Map([
  [22, style.bold | style.dim],
  [23, style.italic],
  [24, style.underline],
  [27, style.inverse],
  [29, style.strike],
]);

/** State after one SGR sequence; `params` is what stands between `ESC [` and `m`. Unknown codes change nothing. */
export function applySgr(state: SgrState, params: string): SgrState {
  const parts = params.split(';');
  let next = state;
  for (let at = 0; at < parts.length; at += 1) {
    const sub = (parts[at] ?? '').split(':');
    const code = Number(sub[0]);
    if (code === 38 || code === 48 || code === 58) {
      const colon = sub.length > 1;
      const { color, used } = extendedColor(colon ? sub.slice(1) : parts.slice(at + 1), colon);
      next = withColor(next, code, color);
      at += colon ? 0 : used;
    } else {
      next = code === 4 && sub[1] === '0' ? applyCode(next, 24) : applyCode(next, code);
    }
  }
  return next;
}

function withColor(state: SgrState, code: number, color: number): SgrState {
  if (color < 0 || code === 58) {
    return state;
  }
  return code === 38 ? { ...state, fg: color } : { ...state, bg: color };
}

function applyCode(state: SgrState, code: number): SgrState {
  const on = turnsOn.get(code);
  if (on !== undefined) {
    return { ...state, flags: state.flags | on };
  }
  const off = turnsOff.get(code);
  if (off !== undefined) {
    return { ...state, flags: state.flags & ~off };
  }
  if (code === 0) {
    return plain;
  }
  const color = code % 10;
  if (color === 9 && (code === 39 || code === 49)) {
    return code === 39 ? { ...state, fg: -1 } : { ...state, bg: -1 };
  }
  if (color > 7) {
    return state;
  }
  return applyPaletteCode(state, code - color, color);
}

function applyPaletteCode(state: SgrState, tens: number, color: number): SgrState {
  if (tens === 30) {
    return { ...state, fg: color };
  }
  if (tens === 40) {
    return { ...state, bg: color };
  }
  if (tens === 90) {
    return { ...state, fg: color + 8 };
  }
  return tens === 100 ? { ...state, bg: color + 8 } : state;
}

/** ISO 8613-6: `5;n`, `2;r;g;b`; with colons also `2:<colour space>:r:g:b`. `color` is -1 when the sequence is broken. */
function extendedColor(args: string[], colon: boolean): { color: number; used: number } {
  const at = (index: number): number => Number(args[index] ?? '') & 255;
  if (args[0] === '5') {
    return { color: at(1), used: 2 };
  }
  if (args[0] !== '2') {
    return { color: -1, used: args.length };
  }
  const skip = colon && args.length > 4 ? 2 : 1;
  return { color: RGB | (at(skip) << 16) | (at(skip + 1) << 8) | at(skip + 2), used: 4 };
}
