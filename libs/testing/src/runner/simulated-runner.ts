import { randomUUID } from 'node:crypto';
import {
  type Directions,
  HEARTBEAT_SECONDS,
  HeartbeatAnswer,
  IDLE_HEARTBEAT_SECONDS,
  POLL_HOLD_SECONDS,
  PollAnswer,
  type RunnerApp,
  type SealedJob,
} from '@switchyard/contracts';
import { HttpClient } from '../http/http-client.js';
import { ProtocolClient } from './protocol-client.js';
import { RunnerLife } from './runner-life.js';
import type { SimulatedIdentity } from './runner-identity.js';
import { SimulatedAttempt } from './simulated-attempt.js';
import type { Assignment, ScriptedTool, ToolRun } from './tool-run.js';

export interface SimulatedRunnerOptions {
  /** Origin of the control plane, or of a proxy before it. */
  url: string;
  identity: SimulatedIdentity;
  /** Tools it reports. Default: bash. */
  apps?: readonly RunnerApp[];
  /** Attempts it is willing to hold at once; 0 = no limit. */
  maxParallelTasks?: number;
  /** Returns the behaviour of an attempt's tool. */
  tool: (assignment: Assignment) => ScriptedTool;
  /** Called when a tool is spawned; the run goes on changing while it runs. */
  onRun?: (run: ToolRun) => void;
  /** Kept-alive connections, which many runners may share. */
  http?: HttpClient;
}

/**
 * A runner without a machine: the real protocol over real connections, and tools that only pretend. Hundreds fit into
 * one process. It polls, renews its leases, repeats what was not answered and obeys orders as a real one does.
 */
export class SimulatedRunner {
  /** How far its clock is off, in milliseconds; may change at any time. */
  skewMs = 0;
  private readonly http: HttpClient;
  private life: RunnerLife | null = null;
  private loops: Promise<unknown> = Promise.resolve();
  private instance = '';
  private probesRevision = '';
  private lastPoll = Number.NEGATIVE_INFINITY;
  private readonly attempts = new Map<number, SimulatedAttempt>();
  private readonly seen = new Set<number>();

  constructor(private readonly options: SimulatedRunnerOptions) {
    this.http = options.http ?? new HttpClient();
  }

  get name(): string {
    return this.options.identity.name;
  }

  get running(): boolean {
    return this.life !== null;
  }

  /** Attempts in its hands. */
  get holds(): number {
    return this.attempts.size;
  }

  /** Begins a new process with the old identity; it knows nothing of what the one before had. */
  start(): void {
    const { url, identity } = this.options;
    const client = new ProtocolClient({ url, identity, http: this.http, skewMs: () => this.skewMs });
    const life = new RunnerLife(client);
    this.instance = randomUUID();
    this.probesRevision = '';
    this.attempts.clear();
    this.seen.clear();
    this.life = life;
    this.loops = Promise.all([this.poll(life), this.beat(life)]);
  }

  /** Like kill -9: no last word, and its tools die with it. */
  kill(): void {
    this.life?.end();
    this.life = null;
  }

  /** Like SIGSTOP, until {@link resume}. */
  freeze(): void {
    this.life?.freeze();
  }

  resume(): void {
    this.life?.resume();
  }

  /** Leaves and ends; the leases of attempts that it still has expire. */
  async stop(): Promise<void> {
    const life = this.life;
    this.resume();
    if (life?.client.isReady) {
      const leave = { instance: this.instance, over: true };
      await life.client.call('leave', leave, { timeoutMs: 3_000 }).catch(() => undefined);
    }
    this.kill();
    await this.loops;
    if (!this.options.http) {
      await this.http.destroy();
    }
  }

  private async poll(life: RunnerLife): Promise<void> {
    const timeoutMs = (POLL_HOLD_SECONDS.max + 15) * 1000;
    while (!life.over.aborted) {
      try {
        const answer = PollAnswer.parse(await life.retrying('poll', () => this.statement(), { timeoutMs }));
        this.probesRevision = answer.probes?.revision ?? this.probesRevision;
        this.follow(answer);
        answer.jobs.forEach((job) => this.take(life, job));
      } catch {
        await life.sleep(1_000);
      }
    }
  }

  private async beat(life: RunnerLife): Promise<void> {
    await life.sleep(Math.random() * HEARTBEAT_SECONDS * 1000);
    for (let began = Number.NEGATIVE_INFINITY; !life.over.aborted;) {
      for (let wait = this.untilBeat(began); wait > 0 && !life.over.aborted; wait = this.untilBeat(began)) {
        await life.sleep(Math.min(wait, HEARTBEAT_SECONDS * 1000));
      }
      began = performance.now();
      try {
        const beat = () => ({ held: this.held() });
        this.follow(HeartbeatAnswer.parse(await life.retrying('heartbeat', beat, { timeoutMs: 10_000 })));
      } catch {
        // Refused for good or over: the next heartbeat decides.
      }
    }
  }

  /** Milliseconds until a beat is due; a runner that holds nothing shows by its polls that it lives. */
  private untilBeat(lastBeat: number): number {
    const due =
      this.held().length > 0
        ? lastBeat + HEARTBEAT_SECONDS * 1000
        : Math.max(lastBeat, this.lastPoll) + IDLE_HEARTBEAT_SECONDS * 1000;
    return Math.ceil(due - performance.now());
  }

  private statement(): object {
    this.lastPoll = performance.now();
    return {
      held: this.held(),
      apps: this.options.apps ?? [{ id: 'bash', version: '5.2' }],
      probes_revision: this.probesRevision,
      version: 'simulated',
      platform: 'simulated',
      max_parallel_tasks: this.options.maxParallelTasks ?? 0,
      instance: this.instance,
    };
  }

  private held() {
    return [...this.attempts.values()].filter((attempt) => !attempt.isDropped).map((attempt) => attempt.held);
  }

  private follow({ orders, stale }: Directions): void {
    for (const { attempt, order } of orders) {
      if (order === 'stop') {
        this.attempts.get(attempt)?.stop();
      }
    }
    stale.forEach((attempt) => this.attempts.get(attempt)?.drop());
  }

  /** An attempt is taken once, however often and late an answer names it. */
  private take(life: RunnerLife, job: SealedJob): void {
    if (life.over.aborted || this.seen.has(job.attempt)) {
      return;
    }
    this.seen.add(job.attempt);
    const tool = this.options.tool({ ...job, open: () => life.client.openJob(job) });
    const onRun = this.options.onRun ?? (() => undefined);
    const attempt = new SimulatedAttempt(job, { life, runner: this.name, tool, onRun });
    this.attempts.set(job.attempt, attempt);
    void attempt.work().then(() => {
      if (this.life === life) {
        this.attempts.delete(job.attempt);
      }
    });
  }
}
