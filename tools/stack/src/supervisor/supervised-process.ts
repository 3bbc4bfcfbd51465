import { backoff } from '@switchyard/concurrency';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Program, spawnProgram } from '../process/spawn-program.js';
import { signalGroup, stopGroup } from '../process/stop-group.js';
import type { LogFile } from '../process/log-file.js';
import { notableLine } from './notable-line.js';
import type { StackRecord } from './stack-record.js';

/** Before a program that ended by itself is started again: 1, 2, 4 … 30. */
export const RESTART_SECONDS = { min: 1, max: 30 };

/** One program of the stack. */
export interface ProcessSpec extends Program {
  name: string;
}

/** Surroundings of a supervised process. */
export interface Surroundings {
  record: StackRecord;
  log: LogFile;
  report: (line: string) => void;
}

/** Keeps one program running, in a process group of its own, until it is stopped. */
export class SupervisedProcess {
  /** Ends in a row, the first of which came before the program had run for a while. */
  failures = 0;
  private child: ChildProcess | undefined;
  private startedAt = 0;
  private restart: NodeJS.Timeout | undefined;
  private stopping = false;

  constructor(
    private readonly spec: ProcessSpec,
    private readonly surroundings: Surroundings,
  ) {}

  get name(): string {
    return this.spec.name;
  }

  start(): void {
    const child = spawnProgram(this.spec, ['ignore', 'pipe', 'pipe'], true);
    this.child = child;
    this.startedAt = performance.now();
    const { pid } = child;
    if (pid !== undefined) {
      this.surroundings.record.add(this.name, pid);
      child.once('exit', (code, signal) => this.ended(pid, signal ?? `code ${code}`));
    }
    child.once('error', (error) => this.surroundings.report(`${this.name} could not be started: ${error.message}`));
    this.follow(child, 'stdout');
    this.follow(child, 'stderr');
  }

  /** TERM, and KILL after `graceMs`; soon after a second TERM when `hurry` is aborted. */
  async stop(graceMs: number, hurry: AbortSignal): Promise<void> {
    this.stopping = true;
    clearTimeout(this.restart);
    const pid = this.child?.pid;
    if (pid !== undefined) {
      await stopGroup(pid, graceMs, hurry);
    }
  }

  private ended(pid: number, reason: string): void {
    this.child = undefined;
    signalGroup(pid, 'SIGKILL');
    this.surroundings.record.remove(pid);
    if (this.stopping) {
      return;
    }
    const ranMs = performance.now() - this.startedAt;
    this.failures = ranMs > 60_000 ? 1 : this.failures + 1;
    const seconds = backoff(this.failures, RESTART_SECONDS);
    this.surroundings.report(`${this.name} ended unexpectedly (${reason}), starting it again in ${seconds} s`);
    this.restart = setTimeout(() => this.start(), seconds * 1000);
  }

  private follow(child: ChildProcess, stream: 'stdout' | 'stderr'): void {
    const source = child[stream];
    if (!source) {
      return;
    }
    createInterface({ input: source, crlfDelay: Infinity }).on('line', (line) => {
      this.surroundings.log.append(`${line}\n`);
      const notable = notableLine(line, stream);
      if (notable !== undefined) {
        this.surroundings.report(`[${this.name}] ${notable}`);
      }
    });
  }
}
