import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FatalError } from '../gateway/gateway-errors.js';
import { firstInstalled } from '../executors/find-tool.js';
import { NO_LIMITS } from '../process/containers/container-arguments.js';
import { ContainerEngine, NO_ENGINE } from '../process/containers/container-engine.js';
import { Runner, type RunnerOptions } from '../runner.js';
import { createRunnerLog } from '../runner-log.js';
import { FakeGateway } from './fake-gateway.js';
import { newRunnerIdentity } from './fake-identity.js';
import { executeInShell } from './shell-executor.js';

/** A whole runner in this process against a fake gateway, with its own work directory. */
export class RunnerUnderTest {
  readonly identity = newRunnerIdentity();
  readonly gateway = new FakeGateway(this.identity);
  readonly workDir = mkdtempSync(path.join(tmpdir(), 'runner-'));
  /** Lines of the runner's own log. */
  readonly ownLog: string[] = [];
  readonly refused: Promise<FatalError>;
  /** The one task of a one-off runner is over. */
  readonly done: Promise<void>;
  private refuse: (error: FatalError) => void = () => undefined;
  private finish: () => void = () => undefined;
  private runner: Runner | null = null;

  constructor() {
    this.refused = new Promise((resolve) => (this.refuse = resolve));
    this.done = new Promise((resolve) => (this.finish = resolve));
  }

  async start(change: Partial<RunnerOptions> = {}): Promise<void> {
    await this.gateway.listen();
    this.runner = new Runner({
      url: this.gateway.url,
      token: this.identity.token,
      privateKey: this.identity.privateKey,
      name: 'runner-1',
      version: '1.2.3',
      workDir: this.workDir,
      serverKeyFile: path.join(this.workDir, 'server-key'),
      maxParallelTasks: 4,
      disk: { cacheLimitBytes: 0, minFreeBytes: 0 },
      drains: true,
      ca: null,
      oneOff: false,
      runAs: null,
      localRepositoryRoots: [],
      hiddenDirs: [],
      taskEnvironment: {},
      containers: new ContainerEngine(
        { engine: NO_ENGINE, allowedImages: [], isRequired: false, limits: NO_LIMITS },
        firstInstalled,
      ),
      log: createRunnerLog((line) => this.ownLog.push(line)),
      execute: executeInShell,
      probeApps: async () => [{ id: 'bash', version: '5.2' }],
      onRefused: (error) => this.refuse(error),
      onDone: () => this.finish(),
      ...change,
    });
    await this.runner.start();
  }

  /** Stops the runner as a signal does. */
  async stopRunner(graceMs = 0, hurry = new AbortController().signal): Promise<void> {
    await this.runner?.stop(graceMs, hurry);
    this.runner = null;
  }

  /** Ends everything and removes the files. */
  async close(): Promise<void> {
    await this.stopRunner();
    await this.gateway.stop();
    rmSync(this.workDir, { recursive: true, force: true });
  }
}
