import { accessSync, constants, writeSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { jobSecrets, problem, sentProblem } from '@switchyard/contracts';
import { SecretMasker } from '@switchyard/masking';
import { AttemptFailure } from '../attempt-failure.js';
import type { AttemptContext, AttemptMirrors, ExecutionResult } from '../attempt/attempt-context.js';
import type { Execute } from '../task/task-run.js';
import { CountedLog } from './counted-log.js';
import { encodeFrame, encodeMessage, FrameKind, FrameReader, MAX_FRAME_BYTES } from './frames.js';
import { type FromHost, type JobMessage, type Question, type Reply, ToHost } from './host-messages.js';

/** Descriptor on which the runner listens; writing waits while the runner is busy, so output never piles up here. */
const TO_RUNNER = 3;
/** What outlives the attempt of all that lies in its cache. */
const DOWNLOADS = ['galaxy', 'terraform-plugins'];

/** What the process can do. */
export interface HostWork {
  execute: Execute;
  refreshMirror(context: AttemptContext, isBroken: boolean): Promise<ExecutionResult>;
  listBranches(context: AttemptContext): Promise<ExecutionResult>;
}

/**
 * Runs one attempt in this process, which has the rights of the attempt's user: everything an executor does to files
 * and processes is done as that user. Job and orders come on standard input, output and reports leave on descriptor 3.
 * Without a job it ends at once, which proves that this user can start the program and reach its directory.
 * @returns the exit code of the process; a fault of the process itself is written to the error stream
 */
export async function hostAttempt(work: HostWork): Promise<number> {
  // By default Node opens its inspector on this signal, which the task may send: it has the same user.
  process.on('SIGUSR1', () => undefined);
  try {
    accessSync(process.cwd(), constants.R_OK | constants.W_OK | constants.X_OK);
    send(encodeMessage({ type: 'ready' }));
    await serve(new AttemptHost(work));
    return 0;
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
    return 1;
  }
}

async function serve(host: AttemptHost): Promise<void> {
  const frames = new FrameReader(MAX_FRAME_BYTES.toHost);
  for await (const bytes of process.stdin) {
    for (const { payload } of frames.push(bytes as Buffer)) {
      host.take(ToHost.parse(JSON.parse(payload.toString('utf8'))));
    }
  }
  await host.runnerGone();
}

class AttemptHost {
  private readonly stop = new AbortController();
  private readonly kill = new AbortController();
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private questions = 0;
  private running: Promise<void> | null = null;

  constructor(private readonly work: HostWork) {}

  take(message: ToHost): void {
    switch (message.type) {
      case 'job':
        this.running ??= this.run(message);
        return;
      case 'stop':
        this.end(message.reason);
        return;
      case 'reply':
        this.waiting.get(message.id)?.(message);
        this.waiting.delete(message.id);
    }
  }

  /** Nobody wants the attempt any more. */
  async runnerGone(): Promise<void> {
    this.end('kill');
    this.waiting.forEach((resolve, id) => resolve({ type: 'reply', id, error: problem('runner_gone'), value: null }));
    await this.running;
  }

  private end(reason: 'stop' | 'kill'): void {
    this.stop.abort(reason);
    if (reason === 'kill') {
      this.kill.abort();
    }
  }

  private async run(message: JobMessage): Promise<void> {
    process.chdir(message.dir);
    await linkCaches(message);
    const masker = new SecretMasker(jobSecrets(message.job));
    const context = this.context(message, masker);
    const result = await this.resultOf(message, context);
    const reason = result.reason && sentProblem(result.reason, (text) => masker.maskText(text));
    post({ type: 'end', result: { ...result, reason } });
  }

  private resultOf({ work }: JobMessage, context: AttemptContext): Promise<ExecutionResult> {
    switch (work) {
      case 'execute':
        return this.work.execute(context);
      case 'list-branches':
        return this.work.listBranches(context);
      default:
        return this.work.refreshMirror(context, work === 'replace-mirror');
    }
  }

  private context(message: JobMessage, masker: SecretMasker): AttemptContext {
    const { job, dir, cacheDir, localRules, mirrors, work } = message;
    const log = new CountedLog(masker, {
      write: (bytes) => send(encodeFrame(FrameKind.output, bytes)),
      system: (text) => post({ type: 'system', text }),
      section: (phase, detail) => post({ type: 'section', phase, ...(detail !== undefined && { detail }) }),
    });
    return {
      ...{ job, dir, cacheDir, localRules },
      ...(mirrors !== null && work === 'execute' && { mirrors: this.mirrors(mirrors) }),
      log,
      stop: this.stop.signal,
      kill: this.kill.signal,
      reportFacts: async (facts) => void (await this.request({ call: 'facts', facts })),
      reportResults: async (results) => void (await this.request({ call: 'results', results })),
      reportBranches: async ({ branches, isCut }) =>
        void (await this.request({ call: 'branches', branches: [...branches], isCut })),
      reportStart: async () => void (await this.request({ call: 'start' })),
      reportPlanView: async (view) => void (await this.request({ call: 'plan-view', view })),
      storePlan: async (plan) => void (await this.request({ call: 'store-plan', plan: plan.toString('base64') })),
      keepState: async (state) => void (await this.request({ call: 'keep-state', state: state.toString('base64') })),
      fetchPlan: async () => Buffer.from((await this.request({ call: 'fetch-plan' })) ?? '', 'base64'),
    };
  }

  private mirrors(dir: string): AttemptMirrors {
    return {
      dir,
      refresh: async (repository, isBroken) => void (await this.request({ call: 'mirror', repository, isBroken })),
    };
  }

  /** @throws Error when the runner refuses */
  private async request(question: Question): Promise<string | null> {
    const id = ++this.questions;
    const answered = new Promise<Reply>((resolve) => this.waiting.set(id, resolve));
    post({ type: 'question', id, question });
    const { error, value } = await answered;
    if (error !== null) {
      throw new AttemptFailure(error);
    }
    return value;
  }
}

/** Puts the kept parts of the cache where executors look for them. */
async function linkCaches({ cacheDir, downloads, mirrors, work }: JobMessage): Promise<void> {
  if (mirrors !== null && work !== 'execute') {
    await symlink(mirrors, path.join(cacheDir, 'git'));
  }
  for (const name of downloads === null ? [] : DOWNLOADS) {
    const kept = path.join(downloads ?? '', name);
    await mkdir(kept, { recursive: true, mode: 0o700 });
    await symlink(kept, path.join(cacheDir, name));
  }
}

const post = (message: FromHost): void => send(encodeMessage(message));

function send(bytes: Buffer): void {
  for (let sent = 0; sent < bytes.length;) {
    sent += writeSync(TO_RUNNER, bytes, sent);
  }
}
