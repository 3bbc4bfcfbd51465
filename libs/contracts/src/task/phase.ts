/** Phases of a task in the order in which they appear in its log. */
export const LOG_PHASES = ['queue', 'checkout', 'dependencies', 'plan', 'apply', 'run', 'cleanup'] as const;
export type LogPhase = (typeof LOG_PHASES)[number];

/** Phases of a task of any app: those of its log, and the wait for a decision about its plan. */
export const TASK_PHASES = [...LOG_PHASES, 'confirmation'] as const;
export type TaskPhase = (typeof TASK_PHASES)[number];
