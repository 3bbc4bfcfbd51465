import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@switchyard/testing';
import type { ApiClient } from '../support/api-client.js';
import type { Part } from '../support/part.js';
import { createTemplate, runTask } from '../support/project.js';
import { expectedLines, slowLines } from '../support/scripts.js';
import { steadyCalls, type SteadyCalls } from '../support/steady-calls.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

/** Tasks that run all the while. */
const RUNNING = 50;
const LINES = 240;
const LINE_SECONDS = 0.5;
/** Within which a server ends that was asked to, in milliseconds. */
const END_MS = 10_000;

export interface UpgradeOptions {
  queue: 'postgres' | 'redis';
  /** Directories of built checkouts. */
  from: string;
  to: string;
  log: (line: string) => void;
}

/** Effects of an upgrade and of the way back on those who used the installation meanwhile. */
export interface UpgradeResult {
  requests: number;
  seconds: number;
  launched: number;
  /** Each a sentence; none when nobody noticed. */
  faults: string[];
}

/**
 * Replaces each process of one release by that of another, one after the other, while people read, start tasks and follow fifty of them, and
 * then goes back. Old and new processes, runners too, work beside each other between two steps.
 */
export async function playUpgrade(options: UpgradeOptions): Promise<UpgradeResult> {
  const place = await openPlace(options);
  try {
    return await new UpgradePlay(options, place).run();
  } finally {
    await place.close();
  }
}

function openPlace({ queue, from }: UpgradeOptions): Promise<Workplace> {
  return openWorkplace(
    ({ dir }) => ({
      'run.sh': `echo "$SWITCHYARD_TASK_MESSAGE" >> '${join(dir, 'starts')}'\n`,
      'slow.sh': slowLines(LINES, LINE_SECONDS),
    }),
    {
      git: 'path',
      stack: {
        queue,
        release: from,
        apis: 2,
        dispatchers: 2,
        runners: 2,
        balanced: true,
        ownServer: true,
        settings: { SWITCHYARD_TRUST_PROXY: '1' },
        runnerSettings: { SWITCHYARD_RUNNER_STOP_GRACE: '300', SWITCHYARD_RUNNER_MAX_PARALLEL_TASKS: '200' },
      },
    },
  );
}

class UpgradePlay {
  private readonly faults: string[] = [];
  private readonly began = performance.now();

  constructor(
    private readonly options: UpgradeOptions,
    private readonly place: Workplace,
  ) {}

  async run(): Promise<UpgradeResult> {
    const { from, to, log } = this.options;
    const { client, project, stack } = this.place;
    writeFileSync(join(stack.dir, 'starts'), '');
    const [first, second] = stack.runners;
    await first?.kill('SIGTERM');
    const running = await this.startLongTasks();
    log(`${RUNNING} tasks run on ${second?.name}, of the release before`);
    const calls = await steadyCalls(client, project, 'steady');
    await this.replaceRunner(first, to, calls);
    await this.replaceServers(to, calls);
    await this.replaceRunner(second, to, calls);
    log('everything is upgraded; now back');
    await this.replaceServers(from, calls);
    await this.replaceRunner(first, from, calls);
    await this.replaceRunner(second, from, calls);
    const launched = await calls.stop();
    log(`${launched.size} tasks were started; waiting for their end`);
    await this.checkLongTasks(client, running);
    await this.checkLaunched(client, launched);
    this.faults.push(...calls.failures.map((failure) => `a request failed: ${failure}`));
    const seconds = (performance.now() - this.began) / 1000;
    return { requests: calls.answered, seconds, launched: launched.size, faults: this.faults };
  }

  private async startLongTasks(): Promise<number[]> {
    const { client, project } = this.place;
    const template = await createTemplate(client, project, {
      name: 'long',
      playbook: 'slow.sh',
      allow_parallel_tasks: true,
    });
    const tasks = await Promise.all(Array.from({ length: RUNNING }, () => runTask(client, project, template)));
    await eventually(
      async () => {
        const shown = await Promise.all(tasks.map((task) => client.task(project.id, task)));
        const waiting = shown.filter(({ status }) => status !== 'running').length;
        if (waiting > 0) {
          throw new Error(`${waiting} of ${RUNNING} tasks do not run`);
        }
      },
      { timeout: 60_000 },
    );
    return tasks;
  }

  private async replaceServers(release: string, calls: SteadyCalls): Promise<void> {
    const { stack } = this.place;
    for (const [i, api] of stack.apis.entries()) {
      await this.replace(api, release, calls);
      await stack.untilReady(i);
      await untilAnswered(calls, 300);
    }
    for (const dispatcher of stack.dispatchers) {
      await this.replace(dispatcher, release, calls);
      await untilAnswered(calls, 300);
    }
  }

  private async replace(part: Part, release: string, calls: SteadyCalls): Promise<void> {
    const began = performance.now();
    await part.kill('SIGTERM');
    const took = performance.now() - began;
    if (took > END_MS) {
      this.faults.push(`${part.name} took ${(took / 1000).toFixed(1)} s to end`);
    }
    this.restart(part, release, calls);
  }

  /** It ends once its tasks have. */
  private async replaceRunner(runner: Part | undefined, release: string, calls: SteadyCalls): Promise<void> {
    if (runner) {
      await runner.kill('SIGTERM');
      this.restart(runner, release, calls);
      await untilAnswered(calls, 300);
    }
  }

  private restart(part: Part, release: string, { answered, failures }: SteadyCalls): void {
    part.release = release;
    part.start();
    const which = release === this.options.to ? 'this release' : 'the release before';
    this.options.log(`${part.name} is of ${which}; ${answered} requests answered, ${failures.length} failed`);
  }

  private async checkLongTasks(client: ApiClient, tasks: number[]): Promise<void> {
    const { project } = this.place;
    for (const id of tasks) {
      const task = await client.untilEnded(project.id, id, 300_000);
      if (task.status !== 'success') {
        this.faults.push(`task ${id} ended as ${task.status} (${task.end_reason})`);
      } else if ((await client.toolLines(project.id, id)).join('\n') !== expectedLines(LINES).join('\n')) {
        this.faults.push(`the log of task ${id} is not what it printed`);
      }
    }
  }

  private async checkLaunched(client: ApiClient, launched: Map<string, number>): Promise<void> {
    const { project, stack } = this.place;
    for (const [message, id] of launched) {
      const { status, end_reason } = await client.untilEnded(project.id, id, 300_000);
      if (status !== 'success') {
        this.faults.push(`task ${id} (${message}) ended as ${status} (${end_reason})`);
      }
    }
    const starts = readFileSync(join(stack.dir, 'starts'), 'utf8').trim().split('\n');
    for (const message of launched.keys()) {
      const count = starts.filter((start) => start === message).length;
      if (count !== 1) {
        this.faults.push(`${message} ran ${count} times`);
      }
    }
  }
}

/** Gives the release that was started a share of the calls. */
const untilAnswered = (calls: SteadyCalls, more: number): Promise<void> => {
  const enough = calls.answered + more;
  return eventually(
    () => {
      if (calls.answered < enough) {
        throw new Error('the installation answers no more');
      }
    },
    { timeout: 60_000 },
  );
};
