import type { AttemptContext } from './attempt-context.js';

/** A context before its directories are made. */
export type PlacelessContext = Omit<AttemptContext, 'dir' | 'cacheDir'>;

const SILENT_LOG: AttemptContext['log'] = {
  write: () => undefined,
  system: () => undefined,
  section: () => undefined,
  lines: 0,
};

/** Context of work where no task runs: a log that nobody reads, and none of the rights of an attempt. */
export function silentContext(wanted: Pick<AttemptContext, 'job' | 'localRules'>): Omit<PlacelessContext, 'stop'> {
  const refused = (): Promise<never> => Promise.reject(new Error('this is no attempt'));
  return {
    ...wanted,
    log: SILENT_LOG,
    reportFacts: () => undefined,
    reportResults: () => Promise.resolve(),
    reportPlanView: () => Promise.resolve(),
    reportOutputs: () => Promise.resolve(),
    reportStart: refused,
    storePlan: refused,
    keepState: refused,
    fetchPlan: refused,
    requestIdTokens: refused,
  };
}
