import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  type CacheClearing,
  meantOfTwo,
  type Runner as WireRunner,
  type RunnerInput,
  type RunnerTagCount,
  type RunnerWithSecrets,
  type WantedTag,
  type NotificationSecret,
} from '@switchyard/contracts';
import { Runner } from '@switchyard/database';
import { type Engine, wantedTags } from '@switchyard/engine';
import { type Entitlements, SecretBox } from '@switchyard/server';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditTrail } from '../auth/audit/audit-trail.js';
import { hashSecret } from '../auth/secrets/credentials.js';
import { entityTag, requireMatch } from '../platform/http/entity-tag.js';
import { badRequest, notFound } from '../platform/http/refusals.js';
import { ENGINE, ENTITLEMENTS } from '../platform/infrastructure/tokens.js';
import { listRunners, listTags } from './runner-list.repository.js';
import {
  countClearing,
  deleteRunner,
  findRunner,
  insertRunner,
  listRunnerIds,
  lockRunner,
  requestCleaning,
  requestProjectClearing,
  UNUSED_IDENTITY,
  updateRunner,
} from './runner.repository.js';
import { newRunnerSecrets, renewNotificationSecret } from './runner-secrets.js';

/**
 * The fleet. Every method takes the project whose runners are meant; `null` is the administrator's view of all of them.
 * A runner of another project answers 404.
 */
@Injectable()
export class RunnersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
    private readonly secretBox: SecretBox,
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(ENTITLEMENTS) private readonly entitlements: Entitlements,
  ) {}

  async list(projectId: number | null): Promise<WireRunner[]> {
    await this.requireFeature(projectId);
    return listRunners(this.dataSource.manager, projectId === null ? {} : { projectId });
  }

  tags(projectId: number | null): Promise<RunnerTagCount[]> {
    return listTags(this.dataSource.manager, projectId ?? undefined);
  }

  /** Tags that tasks wait for and that nobody offers. */
  async wantedTags(projectId: number | null): Promise<WantedTag[]> {
    await this.requireFeature(projectId);
    return wantedTags(this.engine, projectId);
  }

  /** @throws 404 */
  async read(projectId: number | null, id: number): Promise<WireRunner> {
    await this.requireFeature(projectId);
    const [runner] = await listRunners(this.dataSource.manager, { id });
    if (!runner || (projectId !== null && runner.project_id !== projectId)) {
      throw notFound();
    }
    return runner;
  }

  /** Name of the present state of what people set. @throws 404 */
  async tag(projectId: number | null, id: number): Promise<string> {
    await this.read(projectId, id);
    const row = await findRunner(this.dataSource.manager, id);
    return entityTag(row && setByPeople(row));
  }

  /** Answers token, private key and webhook secret, which nobody can read again. */
  async create(projectId: number | null, input: RunnerInput): Promise<RunnerWithSecrets> {
    await this.requireFeature(projectId);
    const tags = tagsOf(input, []);
    const { token, publicKey, privateKey } = newRunnerSecrets(input.public_key);
    const members = { ...membersOf(input, OFF), tags, projectId, tokenHash: hashSecret(token), publicKey };
    const { id } = await this.dataSource.transaction(async (manager) => {
      const row = await insertRunner(manager, members);
      await this.record(manager, null, row);
      return row;
    });
    this.engine.signals.runnersChanged([id]);
    const webhookSecret = input.webhook === '' ? null : await this.renewSecret(id);
    return {
      ...(await this.read(projectId, id)),
      token,
      private_key: privateKey,
      webhook_secret: webhookSecret,
    };
  }

  /**
   * A switch, a tag or a limit may let waiting tasks start. A webhook that is new gets a secret, to be renewed and shown.
   * @param expected the header `If-Match`
   * @throws 412
   */
  async update(projectId: number | null, id: number, input: RunnerInput, expected: string | null): Promise<void> {
    const runner = await this.read(projectId, id);
    const tags = tagsOf(input, runner.tags);
    await this.change(id, { ...membersOf(input, runner), tags }, expected);
    if (input.webhook !== '' && runner.webhook === '') {
      await this.renewSecret(id);
    }
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

  /** New token, key and webhook secret; the old ones are void from now on. */
  async rotate(projectId: number | null, id: number): Promise<RunnerWithSecrets> {
    const { webhook } = await this.read(projectId, id);
    const { token, publicKey, privateKey } = newRunnerSecrets();
    await this.change(id, { tokenHash: hashSecret(token), publicKey, ...UNUSED_IDENTITY });
    const webhookSecret = webhook === '' ? null : await this.renewSecret(id);
    return {
      ...(await this.read(projectId, id)),
      token,
      private_key: privateKey,
      webhook_secret: webhookSecret,
    };
  }

  /**
   * New webhook secret alone: the runner itself is not touched.
   * @throws 400 when it has no webhook
   */
  async renewWebhookSecret(projectId: number | null, id: number): Promise<NotificationSecret> {
    const { webhook } = await this.read(projectId, id);
    if (webhook === '') {
      throw badRequest('runner_no_webhook');
    }
    return { webhook_secret: await this.renewSecret(id) };
  }

  /** Its running attempts are fenced off when their leases end. */
  async remove(projectId: number | null, id: number): Promise<void> {
    await this.read(projectId, id);
    await this.dataSource.transaction(async (manager) => {
      const before = await findRunner(manager, id);
      await deleteRunner(manager, id);
      await this.record(manager, before, null);
    });
    this.engine.signals.runnersChanged([id]);
    this.engine.signals.dispatchNeeded('runner removed');
  }

  /** The runner clears its caches at its next poll. */
  async clearCache(projectId: number | null, id: number): Promise<void> {
    await this.read(projectId, id);
    await this.requestCleaning([id]);
  }

  /** Every runner clears its caches at its next poll. */
  async clearAllCaches(): Promise<void> {
    await this.requestCleaning(await listRunnerIds(this.dataSource.manager));
  }

  /** Clears the caches of a project: those of its own runners, and its part on global ones. */
  async clearCaches(projectId: number): Promise<void> {
    await this.requestCleaning(await listRunnerIds(this.dataSource.manager, projectId));
    this.engine.signals.runnersWoken(await requestProjectClearing(this.dataSource.manager, projectId, randomUUID()));
  }

  cacheClearing(projectId: number): Promise<CacheClearing> {
    return countClearing(this.dataSource.manager, projectId);
  }

  private async requestCleaning(ids: number[]): Promise<void> {
    await requestCleaning(this.dataSource.manager, ids);
    this.engine.signals.runnersWoken(ids);
    this.engine.signals.runnersChanged(ids);
  }

  private renewSecret(id: number): Promise<string> {
    return renewNotificationSecret(this.dataSource.manager, this.secretBox, id);
  }

  private async change(id: number, members: Partial<Runner>, expected: string | null = null): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const before = await lockRunner(manager, id);
      requireMatch(expected, entityTag(before && setByPeople(before)));
      await updateRunner(manager, id, members);
      await this.record(manager, before, before && { ...before, ...members });
    });
    this.engine.signals.runnersWoken([id]);
    this.engine.signals.runnersChanged([id]);
    this.engine.signals.dispatchNeeded('runner changed');
  }

  private async record(manager: EntityManager, before: Runner | null, after: Runner | null): Promise<void> {
    const row = after ?? before;
    if (row) {
      const { id: objectId, projectId } = row;
      await this.audit.record(manager, { entity: Runner, objectType: 'runner', objectId, projectId, before, after });
    }
  }

  /** Without the feature a project has no runners of its own. */
  private async requireFeature(projectId: number | null): Promise<void> {
    if (projectId !== null && !(await this.entitlements.features(projectId)).project_runners) {
      throw notFound();
    }
  }
}

const setByPeople = ({ name, tags, webhook, active, isDefault, maxParallelTasks }: Runner): unknown[] => [
  name,
  tags,
  webhook,
  active,
  isDefault,
  maxParallelTasks,
];

/** @param stored the switches that count where the body leaves them out */
function membersOf(input: RunnerInput, stored: { active: boolean; is_default: boolean }): Partial<Runner> {
  const { name, webhook, active, is_default: isDefault, max_parallel_tasks: maxParallelTasks } = input;
  const switches = { active: active ?? stored.active, isDefault: isDefault ?? stored.is_default };
  return { name, webhook, ...switches, maxParallelTasks };
}

const OFF = { active: false, is_default: false };

/** A body carries the tags as `tags`, the first of them as `tag`, or both. */
const tagsOf = ({ tag, tags }: RunnerInput, stored: readonly string[]): string[] => [
  ...meantOfTwo({ list: tags, first: tag }, stored),
];
