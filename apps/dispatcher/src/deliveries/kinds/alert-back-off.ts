import type { BackOff } from '../back-off.js';

/** As long as a delivery lives: a mail server may be away for hours. */
export const ALERT_BACK_OFF: BackOff = { firstSeconds: 5, longestSeconds: 3_600, maxTries: 40 };
