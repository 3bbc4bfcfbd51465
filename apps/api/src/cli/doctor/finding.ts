import { messageOf } from '@switchyard/concurrency';

/** `ok`, something to look at, or something that does not work. */
export type Level = 'ok' | 'warning' | 'fault';

/** What one check found. */
export interface Finding {
  level: Level;
  text: string;
  /** What to do; absent when nothing is to be done. */
  remedy?: string;
}

/** Looks at one part of the installation and changes nothing that stays. */
export interface Check {
  name: string;
  run: (signal: AbortSignal) => Promise<Finding[]>;
}

export interface CheckedFinding extends Finding {
  check: string;
}

/** Longest time of one check, in milliseconds. */
const CHECK_MS = 5_000;

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warning = (text: string, remedy: string): Finding => ({ level: 'warning', text, remedy });
export const fault = (text: string, remedy: string): Finding => ({ level: 'fault', text, remedy });

/** Runs all checks at once, each within its time; one that fails is a finding itself. The findings stand in the order of the checks. */
export async function runChecks(checks: readonly Check[], longestMs = CHECK_MS): Promise<CheckedFinding[]> {
  const found = await Promise.all(
    checks.map(async ({ name, run }) =>
      (await bounded(run, longestMs)).map((finding) => ({ check: name, ...finding })),
    ),
  );
  return found.flat();
}

async function bounded(run: Check['run'], longestMs: number): Promise<Finding[]> {
  const end = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(
      () =>
        resolve([
          fault(`No answer within ${longestMs / 1000} s`, 'Check whether the server is reached and not overloaded.'),
        ]),
      longestMs,
    );
  });
  const work = run(end.signal).catch((error: unknown) => [
    fault(messageOf(error), 'Repair what the message names, then run the command again.'),
  ]);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    end.abort();
  }
}
