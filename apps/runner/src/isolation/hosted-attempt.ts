import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { AttemptContext, ExecutionResult } from '../task/attempt-context.js';
import type { AttemptUser } from './attempt-user.js';
import { encodeMessage, FrameKind, FrameReader, type Frame } from './frames.js';
import { hostCommand, type HostProgram } from './host-program.js';
import { FromHost, type Question, type ToHost } from './host-messages.js';

/** Bytes of the error stream that are kept. */
const ERROR_BYTES = 4_000;

/**
 * Starts the program as the user, without supplementary groups, in a session of its own and with an environment that
 * holds nothing of the runner's but `PATH`.
 */
export function startHost(program: HostProgram, { uid, gid }: AttemptUser, dir: string): ChildProcess {
  const [file = '', ...args] = hostCommand(program);
  const env = { PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', HOME: `${dir}/home` };
  return spawn(file, args, {
    ...{ cwd: dir, env, uid, gid },
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
}

/** What the process wrote to its error stream, its last lines. */
export async function hostErrors(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const bytes of child.stderr ?? []) {
    text = (text + String(bytes)).slice(-ERROR_BYTES);
  }
  return text.trim();
}

/** The runner's side of an attempt that runs in a process of its own. */
export class HostedAttempt {
  private result: ExecutionResult | null = null;
  private readonly ended: Promise<[number | null, NodeJS.Signals | null]>;

  constructor(
    private readonly child: ChildProcess,
    private readonly context: AttemptContext,
    /** Told before the first process with effects is spawned. */
    private readonly onStart: () => Promise<void>,
  ) {
    this.ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    this.ended.catch(() => undefined);
  }

  /**
   * Resolves when the process has ended.
   * @throws Error when it ended without a result
   */
  async run(cacheDir: string): Promise<ExecutionResult> {
    const { child, context } = this;
    child.stdin?.on('error', () => undefined);
    const order = (): void => this.tell({ type: 'stop', reason: context.stop.reason === 'kill' ? 'kill' : 'stop' });
    const { job, dir, localRules } = context;
    this.tell({ type: 'job', job, dir, cacheDir, localRules });
    context.stop.addEventListener('abort', order, { once: true });
    if (context.stop.aborted) {
      order();
    }
    try {
      const [errors] = await Promise.all([hostErrors(child), this.listen(child.stdio[3] as Readable)]);
      const [code, signal] = await this.ended;
      return this.result ?? this.unexpected(signal ?? `code ${code}`, errors);
    } finally {
      context.stop.removeEventListener('abort', order);
    }
  }

  private unexpected(how: string, errors: string): never {
    const complaint = /^\w*Error: .+$/m.exec(errors)?.[0] ?? '';
    throw new Error(`The process of the attempt ended with ${how}${complaint ? `: ${complaint}` : ''}`);
  }

  private async listen(stream: Readable): Promise<void> {
    const frames = new FrameReader();
    for await (const bytes of stream) {
      for (const frame of frames.push(bytes as Buffer)) {
        this.take(frame);
      }
    }
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
        return void this.reply(message.id, message.question);
      case 'end':
        this.result = message.result;
        this.child.stdin?.end();
    }
  }

  private async reply(id: number, question: Question): Promise<void> {
    const answer = await this.answer(question).then(
      (value) => ({ error: null, value }),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error), value: null }),
    );
    this.tell({ type: 'reply', id, ...answer });
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
      case 'start':
        await this.onStart();
        await context.reportStart();
        return null;
      case 'store-plan':
        await context.storePlan(Buffer.from(question.plan, 'base64'));
        return null;
      case 'fetch-plan':
        return (await context.fetchPlan()).toString('base64');
    }
  }

  private tell(message: ToHost): void {
    this.child.stdin?.write(encodeMessage(message));
  }
}
