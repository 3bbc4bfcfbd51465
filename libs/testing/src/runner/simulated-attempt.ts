import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { anySignal } from '@switchyard/concurrency';
import { ErrorCode, type HeldAttempt, type Outcome, type SealedJob, StartAnswer } from '@switchyard/contracts';
import { SimulatedLog } from './simulated-log.js';
import { ProtocolRefusal } from './protocol-client.js';
import type { RunnerLife } from './runner-life.js';
import type { ScriptedTool, ToolRun } from './tool-run.js';

/** Pauses in which a tool prints, at most. */
const STEPS = 8;

export interface AttemptParts {
  life: RunnerLife;
  runner: string;
  tool: ScriptedTool;
  /** Called when the tool is spawned; the run goes on changing. */
  onRun: (run: ToolRun) => void;
}

/** One attempt in the hands of a simulated runner: start, tool, log, end, each repeated until it arrives. */
export class SimulatedAttempt {
  private readonly dropping = new AbortController();
  private readonly stopping = new AbortController();
  private readonly gone: AbortSignal;
  private run: ToolRun | null = null;
  private readonly log: SimulatedLog;

  constructor(
    private readonly job: SealedJob,
    private readonly parts: AttemptParts,
  ) {
    this.gone = anySignal([this.dropping.signal, parts.life.over]);
    setMaxListeners(0, this.gone);
    this.log = new SimulatedLog(this.lease, () => this.run?.written ?? 0);
  }

  get held(): HeldAttempt {
    return { ...this.lease, order: this.stopping.signal.aborted ? 'stop' : 'none' };
  }

  get isDropped(): boolean {
    return this.dropping.signal.aborted;
  }

  stop(): void {
    this.stopping.abort();
  }

  /** The lease is lost: the tool is killed and nothing more is reported. */
  drop(): void {
    this.dropping.abort();
  }

  /** Resolves when nothing of the attempt is left. */
  async work(): Promise<void> {
    try {
      await this.attempt();
      this.close('reported');
    } catch (error) {
      const refused = error instanceof ProtocolRefusal && error.code !== ErrorCode.leaseLost;
      this.close(this.parts.life.over.aborted ? 'died' : refused ? 'refused' : 'dropped');
    }
  }

  private get lease(): { attempt: number; lease: string } {
    return { attempt: this.job.attempt, lease: this.job.lease };
  }

  private async attempt(): Promise<void> {
    const { order } = StartAnswer.parse(await this.call('start', this.lease));
    if (order === 'stop' || this.stopping.signal.aborted) {
      return this.finish('stopped');
    }
    const outcome = await this.useTool();
    await this.flush();
    await this.finish(outcome);
  }

  private async useTool(): Promise<Outcome> {
    const { tool, life, runner, onRun } = this.parts;
    const { attempt: attemptId, task_id: taskId } = this.job;
    const applied = await this.confirmedPlan();
    const run = {
      taskId,
      attemptId,
      runner,
      began: Date.now(),
      written: 0,
      ended: null,
      end: null,
      applied,
    } as ToolRun;
    this.run = run;
    onRun(run);
    const until = tool.ignoresStop ? this.gone : anySignal([this.gone, this.stopping.signal]);
    const steps = Math.max(1, Math.min(STEPS, tool.lines));
    let shipping = Promise.resolve();
    for (let step = 1; step <= steps && !until.aborted; step++) {
      await life.sleep(tool.durationMs / steps, until);
      if (!until.aborted) {
        run.written = Math.floor((tool.lines * step) / steps);
        shipping = shipping.then(() => this.flush());
        shipping.catch(() => undefined);
      }
    }
    await shipping;
    this.gone.throwIfAborted();
    return this.outcome(tool);
  }

  private async outcome(tool: ScriptedTool): Promise<Outcome> {
    if (this.stopping.signal.aborted && !tool.ignoresStop) {
      return 'stopped';
    }
    if (tool.plan && !this.run?.applied) {
      const sha256 = createHash('sha256').update(tool.plan).digest('hex');
      await this.call('plan', this.parts.life.client.sealedFrame({ ...this.lease, sha256 }, tool.plan));
      return 'planned';
    }
    return tool.outcome;
  }

  /** Hash of the plan that was confirmed, `null` when this attempt has none to apply. */
  private async confirmedPlan(): Promise<string | null> {
    const { tool, life } = this.parts;
    if (!tool.plan || life.client.openJob(this.job).planning?.confirmed_plan === null) {
      return null;
    }
    const plan = life.client.openPlan(await this.call('plan-file', this.lease));
    return createHash('sha256').update(plan).digest('hex');
  }

  private async flush(): Promise<void> {
    while (!this.log.isFlushed) {
      await this.log.send((frame) => this.call('log', frame)).catch((error: unknown) => this.lose(error));
    }
  }

  private async finish(outcome: Outcome): Promise<void> {
    const lines = this.run?.written ?? 0;
    const report = { ...this.lease, outcome, exit_code: outcome === 'error' ? 1 : 0, signal: null, reason: null };
    for (;;) {
      try {
        await this.call('finish', { ...report, lines, bytes: 0 });
        return;
      } catch (error) {
        if (!(error instanceof ProtocolRefusal) || error.code !== ErrorCode.logIncomplete) {
          throw error;
        }
      }
      this.log.rewind();
      await this.flush();
    }
  }

  private call(name: string, body: object): Promise<unknown> {
    return this.parts.life
      .retrying(name, () => body, { signal: this.gone })
      .catch((error: unknown) => this.lose(error));
  }

  private lose(error: unknown): never {
    if (error instanceof ProtocolRefusal && error.code === ErrorCode.leaseLost) {
      this.drop();
    }
    throw error;
  }

  private close(end: ToolRun['end']): void {
    if (this.run) {
      this.run.ended = Date.now();
      this.run.end = end;
    }
  }
}
