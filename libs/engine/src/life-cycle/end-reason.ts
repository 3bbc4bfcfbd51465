import { type Problem, sentenceOf, sentProblem, type SentProblem } from '@switchyard/contracts';

/** Longest sentence that is kept, in characters. */
const MAX_REASON = 2_000;

/** Why a task ended: an English sentence, and the same as a code; older runners give the sentence alone. */
export interface EndReason {
  reason: string;
  problem: SentProblem | null;
}

export const endReason = (problem: Problem): EndReason => ({
  reason: sentenceOf(problem).slice(0, MAX_REASON),
  problem: sentProblem(problem),
});
