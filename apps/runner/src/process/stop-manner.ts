import { basename } from 'node:path';
import { appFamily, type Job } from '@switchyard/contracts';

/** How a tool is stopped. */
export interface StopManner {
  /** Signal by which its maker wants it to be stopped. It is sent once: to many tools a second one means "abort now". */
  signal: 'SIGINT' | 'SIGTERM';
  /** Milliseconds it has to end by itself; what is left then is killed. */
  graceMs: number;
  /**
   * Milliseconds after which the children of a process that was asked are asked, too; `null` = they are the tool's own affair
   * and live until it has ended.
   */
  childrenAfterMs: number | null;
}

/** Kind of a tool's step: `change` makes or removes what a state must know of. */
export type StepKind = 'change' | 'other';

type StoppedJob = Pick<Job, 'app' | 'planning' | 'stop_grace_seconds'>;

/** Grace of an apply or a destruction whose template names none: resources take minutes to create. */
const CHANGE_GRACE_MS = 300_000;
/** Enough for a state to be unlocked, within the promise of ten seconds. */
const PLANNED_GRACE_MS = 8_000;
/** Of scripts and playbooks whose template names none, and of helper commands. */
const QUICK_GRACE_MS = 5_000;
/** Part of the grace after which children are asked: a shell waits for its foreground child before it looks at signals. */
const CHILDREN_SHARE = 5;
/** Time that an attempt needs beside the grace of its tool, to kill what is left and to clean up. */
const END_MS = 2_000;

/** For helper commands such as git: they and what they have started are asked together. */
export const HELPER_MANNER: StopManner = { signal: 'SIGTERM', graceMs: QUICK_GRACE_MS, childrenAfterMs: 0 };

/**
 * How the tool of a job is stopped. Terraform, OpenTofu, Terragrunt and Pulumi are asked alone: they ask their providers, and
 * write down what those have made so far. A playbook ends by SIGINT as from a keyboard.
 */
export function stopManner(job: StoppedJob, step: StepKind = 'other'): StopManner {
  const family = appFamily(job.app);
  const graceMs = stopGraceMs(job, step);
  const isPlanned = family === 'terraform' || family === 'pulumi';
  if (isPlanned && !(isLateMessenger(job.app) && step === 'other')) {
    return { signal: 'SIGINT', graceMs, childrenAfterMs: null };
  }
  const childrenAfterMs = graceMs / CHILDREN_SHARE;
  return { signal: isPlanned || family === 'ansible' ? 'SIGINT' : 'SIGTERM', graceMs, childrenAfterMs };
}

/** Terragrunt passes a signal on after 15 s, too late for a terraform that has 8 s to unlock the state of a plan. */
const isLateMessenger = (app: string): boolean => app === 'terragrunt';

function stopGraceMs({ app, stop_grace_seconds: seconds }: StoppedJob, step: StepKind): number {
  const family = appFamily(app);
  if ((family === 'terraform' || family === 'pulumi') && step === 'other') {
    return PLANNED_GRACE_MS;
  }
  const usual = step === 'change' ? CHANGE_GRACE_MS : QUICK_GRACE_MS;
  return seconds ? seconds * 1000 : usual;
}

/** Milliseconds an attempt may take at most from the order to stop until nothing of it is left. */
export function longestStopMs(job: StoppedJob): number {
  const { planning } = job;
  const mayChange = planning !== null && (!planning.plan_only || planning.checks?.includes('test') === true);
  return stopGraceMs(job, mayChange ? 'change' : 'other') + END_MS;
}

/** The line of the log when a tool is killed because its time is over. */
export function killedLate(file: string, step: StepKind): string {
  const lost = step === 'change' ? '; what it was creating may be missing from its state' : '';
  return `${basename(file)} did not end in time and is killed${lost}`;
}

/** The line of the log when a tool is asked. */
export function askedToStop(file: string, { graceMs }: StopManner, now = Date.now()): string {
  const until = new Date(now + graceMs).toISOString().slice(11, 19);
  return `Asked ${basename(file)} to stop; it has until ${until} UTC (${graceMs / 1000} s). Force stop ends it at once`;
}
