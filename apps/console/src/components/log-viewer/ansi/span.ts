import type { SgrStyle } from '@switchyard/contracts';
import type { LineMask } from '../types.js';

/** Text in one style. */
export interface Span extends SgrStyle {
  readonly text: string;
  /** The address that the tool gave the text (OSC 8); http and https alone. */
  readonly link?: string;
  /** Set where a secret value stood. */
  readonly masked?: LineMask;
}
