import { type Problem, problem } from '@switchyard/contracts';
/**
 * Calls `expire` with the reason once the attempt has run `seconds`.
 * @returns the timer to clear, undefined without a limit
 */
export function startTimeLimit(seconds: number | null, expire: (reason: Problem) => void): NodeJS.Timeout | undefined {
  if (seconds === null) {
    return undefined;
  }
  return setTimeout(() => expire(problem('task_time_limit', { limit: duration(seconds) })), seconds * 1000);
}

/** The limit in words: whole minutes where it is some. */
function duration(seconds: number): Problem {
  if (seconds % 60 === 0) {
    return seconds === 60 ? problem('one_minute') : problem('minutes', { count: seconds / 60 });
  }
  return seconds === 1 ? problem('one_second') : problem('seconds', { count: seconds });
}
