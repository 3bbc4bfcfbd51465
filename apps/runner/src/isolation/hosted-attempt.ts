import { problem, sentProblem } from '@switchyard/contracts';
import { AttemptFailure, problemOf } from '../attempt-failure.js';
import { endOf } from '../executors/process-end.js';
import type { AttemptContext, ExecutionResult } from '../attempt/attempt-context.js';
import { FrameKind, type Frame } from './frames.js';
import type { End, Host } from './host.js';
import { FromHost, type JobMessage, type Question } from './host-messages.js';

/** Most questions of an attempt that wait for an answer. */
const MAX_QUESTIONS = 16;

/** The runner's side of an attempt that runs in a process of its own. */
export class HostedAttempt {
  private result: ExecutionResult | null = null;
  private unanswered = 0;

  constructor(
    private readonly host: Host,
    private readonly context: AttemptContext,
    /** Called before the first process with effects is spawned. */
    private readonly onStart: () => Promise<void>,
  ) {}

  /**
   * Resolves when the process has ended.
   * @throws Error when it ended without a result
   */
  async run(order: Omit<JobMessage, 'type' | 'job' | 'dir' | 'localRules'>): Promise<ExecutionResult> {
    const { host, context } = this;
    const { job, dir, localRules } = context;
    const stop = (): void => host.post({ type: 'stop', reason: context.stop.reason === 'kill' ? 'kill' : 'stop' });
    const kill = (): void => host.post({ type: 'stop', reason: 'kill' });
    host.listenWith((frame) => this.take(frame));
    host.post({ type: 'job', job, dir, localRules, ...order });
    context.stop.addEventListener('abort', stop, { once: true });
    context.kill?.addEventListener('abort', kill, { once: true });
    if (context.stop.aborted) {
      stop();
    }
    try {
      const { end, errors } = await host.ended;
      return this.result ?? this.unexpected(end, errors);
    } finally {
      context.stop.removeEventListener('abort', stop);
      context.kill?.removeEventListener('abort', kill);
    }
  }

  private unexpected([exitCode, signal]: End, errors: string): never {
    const why = /^\w*Error: .+$/m.exec(errors)?.[0];
    const end = problem('process_ended', { end: endOf({ exitCode, signal }) });
    throw new AttemptFailure(why ? problem('tool_failed', { end, why }) : end);
  }

  private take({ kind, payload }: Frame): void {
    if (this.result) {
      return;
    }
    if (kind === FrameKind.output) {
      this.context.log.write(payload);
      return;
    }
    const message = FromHost.parse(JSON.parse(payload.toString('utf8')));
    switch (message.type) {
      case 'system':
        return this.context.log.system(message.text);
      case 'section':
        return this.context.log.section(message.phase, message.detail);
      case 'question':
        return this.ask(message.id, message.question);
      case 'end':
        this.result = message.result;
        this.host.close();
    }
  }

  /** @throws Error when more questions wait than an attempt ever has: each may be large */
  private ask(id: number, question: Question): void {
    if (this.unanswered >= MAX_QUESTIONS) {
      throw new Error('the attempt sends more questions than it waits for');
    }
    this.unanswered++;
    void this.reply(id, question).finally(() => this.unanswered--);
  }

  private async reply(id: number, question: Question): Promise<void> {
    const answer = await this.answer(question).then(
      (value) => ({ error: null, value }),
      (error: unknown) => ({ error: sentProblem(problemOf(error)), value: null }),
    );
    this.host.post({ type: 'reply', id, ...answer });
  }

  private async answer(question: Question): Promise<string | null> {
    const { context } = this;
    switch (question.call) {
      case 'facts':
        await context.reportFacts(question.facts);
        return null;
      case 'results':
        await context.reportResults(question.results);
        return null;
      case 'branches':
        await context.reportBranches?.(question);
        return null;
      case 'start':
        await this.onStart();
        await context.reportStart();
        return null;
      case 'mirror':
        await context.mirrors?.refresh(question.repository, question.isBroken);
        return null;
      case 'plan-view':
        await context.reportPlanView(question.view);
        return null;
      case 'store-plan':
        await context.storePlan(Buffer.from(question.plan, 'base64'));
        return null;
      case 'keep-state':
        await context.keepState(Buffer.from(question.state, 'base64'));
        return null;
      case 'fetch-plan':
        return (await context.fetchPlan()).toString('base64');
    }
  }
}
