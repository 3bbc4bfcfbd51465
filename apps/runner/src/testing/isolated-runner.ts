import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FinishRequest, Job } from '@switchyard/contracts';
import { execute } from '../executors/index.js';
import type { RunnerOptions } from '../runner.js';
import { RunnerUnderTest } from './runner-under-test.js';
import { makeRepository } from './git-repository.js';
import type { FakeGateway } from './fake-gateway.js';
import { exampleJob } from './recorded-attempt.js';
import { buildRunnerProgram } from './runner-program.js';

/** First of eight user ids that no other test of this machine uses now. Five are in the usual range: four for attempts, one for mirrors. */
export const FIRST_UID = 1_000_000 + process.pid * 8;
export const UIDS: ReadonlySet<number> = new Set([0, 1, 2, 3, 4].map((i) => FIRST_UID + i));
export const UID_RANGE = `${FIRST_UID}-${FIRST_UID + 4}`;

/** True when this process may start others as any user. */
export const isRoot = process.getuid?.() === 0;

const leaseFile = (uid: number): string => join('/run/switchyard-task-users', String(uid));

/** Leaves a lease as a runner does that is killed while it uses the id. */
export function markLease(uid: number, runner: string): void {
  mkdirSync(dirname(leaseFile(uid)), { recursive: true, mode: 0o700 });
  writeFileSync(leaseFile(uid), runner);
}

/** Environment of a runner program with these settings. */
export function runnerEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const variables = Object.entries(settings).map(([name, value]) => [`SWITCHYARD_RUNNER_${name}`, value]);
  return { PATH: process.env.PATH, ...Object.fromEntries(variables) };
}

/** The program and a repository that attempts of other users can read. */
export class IsolationArea {
  readonly program = buildRunnerProgram();
  readonly dir = mkdtempSync(join(tmpdir(), 'isolation-'));
  readonly sources: string;

  constructor(files: Record<string, string>) {
    chmodSync(this.dir, 0o755);
    this.sources = makeRepository(join(this.dir, 'sources'), files);
  }

  path(...parts: string[]): string {
    return join(this.dir, ...parts);
  }

  remove(): void {
    [this.dir, dirname(this.program), ...Array.from({ length: 8 }, (_, i) => leaseFile(FIRST_UID + i))].forEach((dir) =>
      rmSync(dir, { recursive: true, force: true }),
    );
  }
}

/** A runner in this process whose attempts run in processes of other users. */
export class IsolatedRunner {
  readonly under = new RunnerUnderTest();

  constructor(private readonly area: IsolationArea) {}

  get workDir(): string {
    return this.under.workDir;
  }

  start(runAs = UID_RANGE, workDir = this.workDir, change: Partial<RunnerOptions> = {}): Promise<void> {
    return this.under.start({ runAs, workDir, execute, ...change });
  }

  /** Gives it a task of the area's repository. */
  assign(task_id: number, part: Partial<Job>): number {
    return this.under.gateway.assign(exampleJob(`file://${this.area.sources}`, { task_id, ...part }));
  }

  /** Lets it prepare a task of the area's repository. */
  reserve(task_id: number, part: Partial<Job>): void {
    this.gateway.reserve(exampleJob(`file://${this.area.sources}`, { task_id, ...part }));
  }

  get gateway(): FakeGateway {
    return this.under.gateway;
  }

  run(task_id: number, part: Partial<Job>): Promise<FinishRequest> {
    return this.finished(this.assign(task_id, part));
  }

  finished(attempt: number): Promise<FinishRequest> {
    return this.under.gateway.attempts.finished(attempt);
  }

  output(attempt: number): string {
    return this.under.gateway.logs.bytes(attempt).toString();
  }

  lines(attempt: number): string[] {
    return this.output(attempt).trimEnd().split('\n');
  }

  printed(attempt: number, text: string): Promise<void> {
    return this.under.gateway.attempts.until(() => this.output(attempt).includes(text));
  }

  /** User id that the task has printed as `uid <number>`. */
  uidOf(attempt: number): number {
    return Number(/^uid (\d+)$/m.exec(this.output(attempt))?.[1]);
  }

  close(): Promise<void> {
    return this.under.close();
  }
}
