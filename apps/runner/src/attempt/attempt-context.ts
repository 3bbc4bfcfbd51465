import type {
  AttemptLease,
  GivenIdTokens,
  IdTokensRequest,
  Job,
  JobState,
  ListedBranch,
  Outcome,
  Problem,
  ProgressRequest,
  PublishedOutput,
  ResultsRequest,
  SyncedFiles,
} from '@switchyard/contracts';
import type { TaskLog } from '../logs/task-log.js';
import type { Containers } from '../process/containers/container-engine.js';
import type { Place } from '../process/place.js';

/** Rules for the repositories of this machine's owner. */
export interface LocalRules {
  /** Where they must lie; empty = anywhere. */
  roots: readonly string[];
  /** Directories of Switchyard itself: no repository lies in one, or holds one. */
  closed: readonly string[];
  /** PEM of authorities that are trusted beside those of the machine; null = none. */
  authorities: string | null;
}

/** Facts about an attempt that the control plane keeps; absent ones change nothing. */
export type AttemptFacts = Omit<ProgressRequest, keyof AttemptLease>;

/** Host statistics, failed tasks and stages of an attempt, of any number; lines are counted from 0 within the attempt. */
export type AttemptResults = Omit<ResultsRequest, keyof AttemptLease>;

/** What was checked out, as ID tokens name it. */
export type IdTokenFacts = Omit<IdTokensRequest, keyof AttemptLease>;

/** Mirrors that an attempt may read and not change. */
export interface AttemptMirrors {
  dir: string;
  /** Requests that what was fetched is stored there too; `isBroken` = what is there is damaged. Resolves before it is done. */
  refresh(repository: 'repository' | 'inventory-repository', isBroken: boolean): Promise<void>;
}

/** Branches of a repository with their commits. */
export interface BranchList {
  branches: readonly ListedBranch[];
  /** There are more. */
  isCut: boolean;
  /** Files of the project at the one commit, where they are wanted and it is not the known one. */
  files?: SyncedFiles | undefined;
}

/** Stage that an attempt has passed on its way to its tool. */
export type AttemptStage = 'fetched' | 'prepared' | 'spawned';

/** Facilities of an attempt. */
export interface AttemptContext {
  job: Job;
  /** Private directory of this attempt, mode 0700, removed at its end and at the runner's next start. */
  dir: string;
  /** Directory of the runner that outlives attempts: git mirrors and caches. */
  cacheDir: string;
  /** Which directories of this machine may be repositories. */
  localRules: LocalRules;
  /** Variables that its tools get unless a variable group has others; absent = none. */
  environment?: Readonly<Record<string, string>>;
  /** Its user is that of no other task: what it leaves outside of its directory the next one cannot open. */
  hasOwnUser?: boolean;
  /** Where its programs run; absent = as the user of this process, on the machine as it is. */
  place?: Place;
  /** Mirrors kept by somebody else; absent = there are none. */
  mirrors?: AttemptMirrors;
  /** Pauses between the tries of git while a server is away, in milliseconds; absent = the usual ones. */
  gitPauses?: readonly number[];
  /** Containers that its tool can run in; absent = none. */
  containers?: Containers;
  log: TaskLog;
  /** Aborted when the attempt must stop; its reason is `'stop'` (the tool is asked and has its grace) or `'kill'` (at once). */
  stop: AbortSignal;
  /** Aborted, if at all with or after {@link stop}, when nothing of the attempt may live any longer. */
  kill?: AbortSignal;
  /** Notes what was found out, to be reported soon, at the latest with the end; best effort. */
  reportFacts(facts: AttemptFacts): void;
  /** Sends results; what was sent before under the same key is replaced. Never rejects. */
  reportResults(results: AttemptResults): Promise<void>;
  /** Sends what the attempt publishes, once; it replaces what was sent before. Never rejects. */
  reportOutputs(outputs: readonly PublishedOutput[]): Promise<void>;
  /** Sends what a plan would do, packed as the protocol has it; a later one replaces it. Never rejects. */
  reportPlanView(packed: string): Promise<void>;
  /**
   * Leaves a plan with the control plane until it is decided.
   * @throws Error when it is not taken
   */
  storePlan(plan: Buffer): Promise<void>;
  /**
   * Keeps a state that the tool could not save, outside of the attempt, until the control plane has it.
   * @param owner by what the control plane takes it; `null` = it has no such state, and a person of this machine gets it
   * @returns where it stays for that person
   * @throws Error when it cannot be kept
   */
  keepState(state: Buffer, owner: JobState | null): Promise<string | null>;
  /**
   * The confirmed plan of this task, proven against the hash in the job.
   * @throws Error when it cannot be had or is not the one that was confirmed
   */
  fetchPlan(): Promise<Buffer>;
  /**
   * Asks for the ID tokens of the attempt, once it is the runner's, and masks them in its log and reports; the last and those before it.
   * @throws Error when it gets none; the signal ends the tries
   */
  requestIdTokens(facts: IdTokenFacts, signal: AbortSignal): Promise<GivenIdTokens>;
  /** Takes the branches of the repository; absent = nobody wants them. */
  reportBranches?(list: BranchList): Promise<void>;
  /** Called with each stage that the attempt has passed; absent = nobody counts that. `spawned` comes with each program. */
  passed?(stage: AttemptStage): void;
  /** Acts as soon as the attempt is the runner's, at once unless it is prepared ahead. */
  onceAssigned?(act: () => void): void;
  /** Must resolve before the first process with effects outside the attempt's directory is spawned. */
  reportStart(): Promise<void>;
}

/**
 * How the attempt ended. `planned`: a plan was stored and waits for a decision. `reason` is
 * present with `error` and `stopped`.
 */
export interface ExecutionResult {
  outcome: Outcome;
  exitCode: number | null;
  signal: string | null;
  reason: Problem | null;
}
