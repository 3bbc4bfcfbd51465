import { applySgr, PLAIN_SGR, type SgrState, sgrParams } from '@switchyard/contracts';

const ESCAPE = 0x1b;
const RESETS = ['\u001b[0m', '\u001b[m'];
/** Longest SGR sequence that is understood, in bytes. */
const MAX_SEQUENCE = 64;

/** At an escape character: control sequence introducer, parameters, final byte `m`. */
const SEQUENCE = /^\p{Cc}\[([0-9;:]*)m/u;

/**
 * Colours and styles in force at a point of a terminal stream. Only the state at the end of a block matters, so reading
 * starts at its last reset.
 */
export class ColourState {
  private state: SgrState;

  /** @param params state to start with, as {@link toString} writes it */
  constructor(params = '') {
    this.state = applySgr(PLAIN_SGR, params);
  }

  /** Reads a block of whole lines. */
  advance(block: Buffer): void {
    let at = Math.max(...RESETS.map((reset) => block.lastIndexOf(reset)));
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
