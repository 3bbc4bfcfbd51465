import type { JobReview } from '@switchyard/contracts';

/** Why a plan that is left to the control plane waits, for the log. The control plane compares the digests itself and decides. */
export function waitingWords(review: JobReview | null | undefined, digest: string | null): string {
  const reviewed = review?.reviewed;
  if (!reviewed) {
    return 'The plan waits for a decision';
  }
  const { task_id: task, digest: expected } = reviewed;
  if (digest === null || expected === null) {
    return `The plan cannot be compared with the plan of task ${task}, which was reviewed: it waits for a decision`;
  }
  return digest === expected
    ? `The plan is the one of task ${task}, which was reviewed: it is applied`
    : `The plan differs from the plan of task ${task}, which was reviewed: it waits for a decision`;
}
