import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { FINAL_STATUSES } from '@switchyard/contracts';
import { createGitRepository, eventually, installSlowProvider, type TestGitRepository } from '@switchyard/testing';
import type { ApiClient } from '../../support/api-client.js';
import { ApplyingTemplate, createApplyPlace, sharedDirectory } from '../../support/applying.js';
import { createProject } from '../../support/project.js';
import type { AppliedWorkspace } from '../../support/applied-history.js';
import type { Random } from '../random.js';

export interface AppliersOptions {
  client: ApiClient;
  workspaces: number;
  random: Random;
}

/** Longest creation, in seconds. */
const LONGEST = 1.5;
/** Of its applies a person stops so many in the middle. */
const STOPPED = 0.15;
/** Pause between two looks at a task, and after a call that failed, in milliseconds. */
const LOOK_MS = 250;
/** How long a lock may outlive the last apply: until its runner has answered. */
const LAST_LOCK = { timeout: 180_000, interval: 500 };

/**
 * People who apply by real Terraform, each in a workspace of its own, with one thing more each time. The state that is left must know
 * everything that the provider has made.
 */
export class Appliers {
  /** Ended applies, by status. */
  readonly counts: Record<string, number> = {};
  private readonly things: Map<ApplyingTemplate, Record<string, number>>;

  private constructor(
    private readonly options: AppliersOptions,
    private readonly repository: TestGitRepository,
    private readonly dir: string,
    templates: readonly ApplyingTemplate[],
  ) {
    this.things = new Map(templates.map((template) => [template, {}]));
  }

  static async create(options: AppliersOptions): Promise<Appliers> {
    const { client, workspaces } = options;
    const dir = await sharedDirectory();
    const provider = installSlowProvider(dir);
    const names = Array.from({ length: workspaces }, (_, n) => `applied-${n}`);
    const configuration = provider.configurationOfVariable();
    const files = Object.fromEntries(names.map((name) => [`${name}/main.tf`, configuration]));
    const repository = await createGitRepository(files);
    const project = await createProject(client, `file://${repository.path}`);
    const place = await createApplyPlace(client, project, provider);
    const templates = await Promise.all(names.map((name) => ApplyingTemplate.create(place, name)));
    return new Appliers(options, repository, dir, templates);
  }

  get templateIds(): number[] {
    return [...this.things.keys()].map(({ id }) => id);
  }

  /**
   * Resolves when the signal was aborted and the applies of that moment have ended, or all were made.
   * @param applies of each workspace
   */
  async run(over: AbortSignal, applies = Infinity): Promise<void> {
    const work = async (template: ApplyingTemplate, random: Random): Promise<void> => {
      for (let n = 0; n < applies && !over.aborted; n++) {
        await this.apply(template, random);
      }
    };
    await Promise.all([...this.things.keys()].map((template) => work(template, this.options.random.fork())));
  }

  /** Objects that are left, once nothing changes any more. */
  applied(): Promise<AppliedWorkspace[]> {
    const all = [...this.things].map(async ([template, things]) => {
      await eventually(async () => (await template.lock()) === null, LAST_LOCK);
      return template.applied(Object.keys(things));
    });
    return Promise.all(all);
  }

  async remove(): Promise<void> {
    await this.repository.remove();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** One apply, to its end; calls that fail are tried again. */
  private async apply(template: ApplyingTemplate, random: Random): Promise<void> {
    const things = this.things.get(template) ?? {};
    things[`${template.name}-${Object.keys(things).length}`] = Number(random.between(0, LONGEST).toFixed(2));
    const stopsAfter = random.chance(STOPPED) ? random.between(500, 4_000) : Infinity;
    const task = await tried(() => template.launch({ environment: JSON.stringify({ things }) }));
    const began = performance.now();
    for (let asked = false; ; await pause(LOOK_MS)) {
      const found = await template.task(task).catch(() => null);
      if (found && FINAL_STATUSES.includes(found.status)) {
        this.counts[found.status] = (this.counts[found.status] ?? 0) + 1;
        return;
      }
      if (!asked && found?.status === 'running' && performance.now() - began > stopsAfter) {
        asked = await template.stop(task).then(
          () => true,
          () => false,
        );
      }
    }
  }
}

async function tried<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch {
      await pause(LOOK_MS);
    }
  }
}
