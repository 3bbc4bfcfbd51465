import { Inject, Injectable } from '@nestjs/common';
import type { Runner as WireRunner, RunnerInput, RunnerTagCount, RunnerWithSecrets } from '@switchyard/contracts';
import { Runner } from '@switchyard/database';
import type { Engine } from '@switchyard/engine';
import { DataSource, IsNull } from 'typeorm';
import { hashSecret } from '../auth/credentials.js';
import type { ApiConfig } from '../config.js';
import { badRequest, notFound } from '../http/refusals.js';
import { API_CONFIG, ENGINE } from '../infrastructure/tokens.js';
import { premiumFeatures } from '../system/features.js';
import { RunnerReader } from './runner-reader.js';
import { newRunnerSecrets } from './runner-secrets.js';

/**
 * The fleet. Every method takes the project whose runners are meant; `null` is the administrator's view of all of them.
 * What concerns one runner of another project answers 404.
 */
@Injectable()
export class RunnersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: RunnerReader,
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  list(projectId: number | null): Promise<WireRunner[]> {
    this.requireFeature(projectId);
    return this.reader.list(projectId === null ? {} : { projectId });
  }

  tags(projectId: number | null): Promise<RunnerTagCount[]> {
    return this.reader.tags(projectId ?? undefined);
  }

  /** @throws 404 */
  async read(projectId: number | null, id: number): Promise<WireRunner> {
    this.requireFeature(projectId);
    const runner = await this.reader.find(id);
    if (!runner || (projectId !== null && runner.project_id !== projectId)) {
      throw notFound();
    }
    return runner;
  }

  /** Answers token and private key, which nobody can read again. */
  async create(projectId: number | null, input: RunnerInput): Promise<RunnerWithSecrets> {
    this.requireFeature(projectId);
    requireTag(projectId, input);
    const { token, publicKey, privateKey } = newRunnerSecrets(input.public_key);
    const { identifiers } = await this.dataSource.manager.insert(Runner, {
      ...membersOf(input),
      projectId,
      tokenHash: hashSecret(token),
      publicKey,
    });
    const runner = await this.read(projectId, Number(identifiers[0]?.['id']));
    return { ...runner, token, private_key: privateKey };
  }

  /** A switch, a tag or a limit may let waiting tasks start. */
  async update(projectId: number | null, id: number, input: RunnerInput): Promise<void> {
    const runner = await this.read(projectId, id);
    requireTag(runner.project_id, input);
    await this.change(id, membersOf(input));
  }

  async setActive(projectId: number | null, id: number, active: boolean): Promise<void> {
    await this.read(projectId, id);
    await this.change(id, { active });
  }

  /** A draining runner finishes what it has and gets nothing more. */
  async setDraining(projectId: number | null, id: number, draining: boolean): Promise<void> {
    await this.read(projectId, id);
    await this.change(id, { draining });
  }

  /** New token and key; the old ones are refused from now on. */
  async rotate(projectId: number | null, id: number): Promise<RunnerWithSecrets> {
    await this.read(projectId, id);
    const { token, publicKey, privateKey } = newRunnerSecrets();
    await this.change(id, { tokenHash: hashSecret(token), publicKey, instance: '', duplicateSeen: null });
    return { ...(await this.read(projectId, id)), token, private_key: privateKey };
  }

  /** What it still runs is fenced off when its leases are over. */
  async remove(projectId: number | null, id: number): Promise<void> {
    await this.read(projectId, id);
    await this.dataSource.manager.delete(Runner, { id });
    this.engine.signals.dispatchNeeded('runner removed');
  }

  /** The runner clears its caches at its next poll. */
  async clearCache(projectId: number | null, id: number): Promise<void> {
    await this.read(projectId, id);
    await this.requestCleaning([id]);
  }

  /** Caches of every runner that may hold files of a project. */
  async clearCaches(projectId: number): Promise<void> {
    const runners = await this.dataSource.manager.find(Runner, {
      where: [{ projectId }, { projectId: IsNull() }],
      select: { id: true },
    });
    await this.requestCleaning(runners.map(({ id }) => id));
  }

  private async requestCleaning(ids: number[]): Promise<void> {
    await this.dataSource.query(
      `update runner set cleaning_requested = date_trunc('milliseconds', now()) where id = any($1)`,
      [ids],
    );
    this.engine.signals.runnersWoken(ids);
  }

  private async change(id: number, members: Partial<Runner>): Promise<void> {
    await this.dataSource.manager.update(Runner, { id }, members);
    this.engine.signals.runnersWoken([id]);
    this.engine.signals.dispatchNeeded('runner changed');
  }

  /** Without the feature a project has no runners of its own (rest contract 6.9). */
  private requireFeature(projectId: number | null): void {
    if (projectId !== null && !premiumFeatures(this.config)['project_runners']) {
      throw notFound();
    }
  }
}

function membersOf({
  name,
  webhook,
  tags,
  active,
  max_parallel_tasks: maxParallelTasks,
}: RunnerInput): Partial<Runner> {
  return { name, webhook, tags, active, maxParallelTasks };
}

/** Spec resources 5: a tag is required of project runners. */
function requireTag(projectId: number | null, { tags }: RunnerInput): void {
  if (projectId !== null && tags.length === 0) {
    throw badRequest('tags: must not be empty');
  }
}
