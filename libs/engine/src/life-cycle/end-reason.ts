import { type Problem, sentenceOf, sentProblem, type SentProblem, withTexts } from '@switchyard/contracts';
import { storableText } from '@switchyard/database';

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

/** The reason as the database can hold it. */
export const storableEnd = (end: EndReason | null): { reason: string | null; problem: SentProblem | null } => ({
  reason: end && storableText(end.reason),
  problem: end?.problem ? withTexts(end.problem, storableText) : null,
});
