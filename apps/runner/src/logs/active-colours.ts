import { applySgr, PLAIN_SGR, type SgrStyle, sgrParams } from '@switchyard/contracts';

const ESCAPE = 0x1b;
const BRACKET = 0x5b;
const ZERO = 0x30;
const FINAL = 0x6d;
/** Longest SGR sequence that is understood, in bytes. */
const MAX_SEQUENCE = 64;

/** At an escape character: control sequence introducer, parameters, final byte `m`. */
const SEQUENCE = /^\p{Cc}\[([0-9;:]*)m/u;

/**
 * Colours and styles in force at a point of a terminal stream. Only the state at the end of a block matters, so reading
 * starts at its last reset.
 */
export class ActiveColours {
  private state: SgrStyle;

  /** @param params state to start with, as {@link toString} writes it */
  constructor(params = '') {
    this.state = applySgr(PLAIN_SGR, params);
  }

  /** Reads a block of whole lines. */
  advance(block: Buffer): void {
    let at = lastReset(block);
    at = at === -1 ? block.indexOf(ESCAPE) : at;
    for (; at !== -1; at = block.indexOf(ESCAPE, at + 1)) {
      const match = SEQUENCE.exec(block.toString('latin1', at, at + MAX_SEQUENCE));
      if (match) {
        this.state = applySgr(this.state, match[1] ?? '');
      }
    }
  }

  reset(): void {
    this.state = PLAIN_SGR;
  }

  /** Canonical SGR parameters, such as `1;31`; empty when nothing is set. */
  toString(): string {
    return sgrParams(this.state);
  }
}

/** Looks from the end on, escape by escape, as the last one is a reset as a rule. -1 = there is none. */
function lastReset(block: Buffer): number {
  let at = block.lastIndexOf(ESCAPE);
  while (at !== -1 && !isReset(block, at)) {
    at = at === 0 ? -1 : block.lastIndexOf(ESCAPE, at - 1);
  }
  return at;
}

/** Whether `[m` or `[0m` follows the escape. */
function isReset(block: Buffer, at: number): boolean {
  const end = at + (block[at + 2] === ZERO ? 3 : 2);
  return block[at + 1] === BRACKET && block[end] === FINAL;
}
