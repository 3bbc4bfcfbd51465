import { type Problem, sentenceOf } from '@switchyard/contracts';

/** The sentence of the reason of a result; `''` without one. */
export const reasonText = (reason: Problem | null): string => (reason ? sentenceOf(reason) : '');
