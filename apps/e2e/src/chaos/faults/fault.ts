import type { Random } from '../random.js';

/** How long a fault may last, in seconds. */
export interface Span {
  least: number;
  most: number;
}

/** Something that goes wrong and is recovered again. */
export interface Fault {
  name: string;
  /** How often it is drawn, compared with the others. */
  weight: number;
  lasts: Span;
  /** Target of the fault: two faults never work on the same one. */
  target: (random: Random) => string;
  begin(target: string): Promise<unknown> | void;
  recover(target: string): Promise<unknown> | void;
}
