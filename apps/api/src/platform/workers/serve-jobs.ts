import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { messageOf } from '@switchyard/concurrency';
import type { BoundedJob, Work } from './bounded-work.js';
import { BudgetSpent, WorkBudget } from './work-budget.js';
import { type JobAnswer, THREAD_READY } from './worker-pool.js';

/** How much the thread stands back for the one that serves requests (setpriority(2)). */
const NICENESS = 5;

/** Called once by the module of a thread: answers each job of the pool. */
export function serveJobs<Job, Result>(work: (job: Job) => Result): void {
  standBack();
  parentPort?.postMessage(THREAD_READY);
  parentPort?.on('message', (job: Job) => {
    const answer = answerOf(() => work(job));
    parentPort?.postMessage(answer, movedOf(answer));
  });
}

/** The same for the threads of `BoundedWork`. */
export const serveBounded = <Job, Result>(work: Work<Job, Result>): void =>
  serveJobs<BoundedJob<Job>, Result>(({ job, limits }) => work(job, new WorkBudget(limits)));

function answerOf(work: () => unknown): JobAnswer {
  try {
    return { result: work() };
  } catch (error) {
    if (error instanceof BudgetSpent) {
      return { isSpent: true };
    }
    return { error: messageOf(error) };
  }
}

/** Bytes are moved to who asked, not copied there. */
const movedOf = (answer: JobAnswer): ArrayBuffer[] =>
  'result' in answer && answer.result instanceof Uint8Array && answer.result.buffer instanceof ArrayBuffer
    ? [answer.result.buffer]
    : [];

/** On Linux 0 means the calling thread; elsewhere it would be the whole process. */
function standBack(): void {
  if (process.platform === 'linux') {
    setPriority(0, NICENESS);
  }
}
