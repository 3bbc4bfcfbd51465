const ESCAPE = 0x1b;
const RESETS = ['\u001b[0m', '\u001b[m'];
/** Longest SGR sequence that is understood, in bytes. */
const MAX_SEQUENCE = 64;

/** At an escape character: control sequence introducer, parameters, final byte `m`. */
const SEQUENCE = /^\p{Cc}\[([0-9;:]*)m/u;

/** Attribute that a parameter switches on, and the parameters it is switched off by. */
const OFF: Readonly<Record<number, readonly number[]>> = {
  22: [1, 2],
  23: [3],
  24: [4, 21],
  25: [5, 6],
  27: [7],
  28: [8],
  29: [9],
};

/**
 * Colours and styles in force at a point of a terminal stream (SGR, ECMA-48 8.3.117). Only the state at the end of a
 * block matters, so reading starts at its last reset.
 */
export class ColourState {
  private styles = new Set<number>();
  private foreground = '';
  private background = '';

  /** @param params state to start with, as {@link toString} writes it */
  constructor(params = '') {
    this.apply(params.split(';'));
  }

  /** Reads a block of whole lines. */
  advance(block: Buffer): void {
    let at = Math.max(...RESETS.map((reset) => block.lastIndexOf(reset)));
    at = at === -1 ? block.indexOf(ESCAPE) : at;
    for (; at !== -1; at = block.indexOf(ESCAPE, at + 1)) {
      const match = SEQUENCE.exec(block.toString('latin1', at, at + MAX_SEQUENCE));
      if (match) {
        this.apply((match[1] ?? '').split(';'));
      }
    }
  }

  reset(): void {
    this.styles.clear();
    this.foreground = '';
    this.background = '';
  }

  /** Canonical SGR parameters, such as `1;31`; at most 64 characters, empty when nothing is set. */
  toString(): string {
    return [...[...this.styles].sort((a, b) => a - b), this.foreground, this.background].filter(Boolean).join(';');
  }

  private apply(params: string[]): void {
    for (let i = 0; i < params.length; i++) {
      const [head, ...parts] = (params[i] ?? '').split(':');
      const code = Number(head || 0);
      if (code !== 38 && code !== 48) {
        this.applyOne(code, parts);
        continue;
      }
      const rest = parts.length > 0 ? parts : params.slice(i + 1);
      const length = rest[0] === '5' ? 2 : rest[0] === '2' ? (parts.length > 4 ? 5 : 4) : 0;
      this.applyColour(code, rest, length);
      i += parts.length > 0 ? 0 : Math.max(1, length);
    }
  }

  private applyOne(code: number, parts: readonly string[]): void {
    if (code === 0) {
      this.reset();
    } else if (isStyle(code)) {
      this.setStyle(code === 4 && parts[0] === '0' ? 24 : code);
    } else if (isColour(code, 30)) {
      this.foreground = code === 39 ? '' : String(code);
    } else if (isColour(code, 40)) {
      this.background = code === 49 ? '' : String(code);
    }
  }

  private setStyle(code: number): void {
    const off = OFF[code];
    if (off) {
      off.forEach((style) => this.styles.delete(style));
    } else {
      this.styles.add(code);
    }
  }

  /** `5;n` or `2;r;g;b` (or `2:space:r:g:b`) behind 38 or 48; what is incomplete or out of range is ignored. */
  private applyColour(code: number, rest: readonly string[], length: number): void {
    const values = rest.slice(length === 5 ? 2 : 1, length).map(Number);
    const complete = length > 0 && values.length === (rest[0] === '5' ? 1 : 3);
    if (!complete || !values.every((value) => Number.isInteger(value) && value >= 0 && value <= 255)) {
      return;
    }
    const params = [code, rest[0], ...values].join(';');
    if (code === 38) {
      this.foreground = params;
    } else {
      this.background = params;
    }
  }
}

/** Switches an attribute on or off. */
function isStyle(code: number): boolean {
  return (code >= 1 && code <= 9) || code === 21 || OFF[code] !== undefined;
}

/** One of the 16 colours, or the default, of the row that starts at `base` (30 foreground, 40 background). */
function isColour(code: number, base: number): boolean {
  const normal = code - base;
  const bright = code - base - 60;
  return (normal >= 0 && normal <= 7) || normal === 9 || (bright >= 0 && bright <= 7);
}
