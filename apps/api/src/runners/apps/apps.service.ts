import { Inject, Injectable } from '@nestjs/common';
import {
  type App as WireApp,
  AppId,
  type AppInput,
  isDefaultApp,
  issueAt,
  issuesOf,
  problem,
  refusedLeadingArgument,
} from '@switchyard/contracts';
import { App } from '@switchyard/database';
import type { Engine } from '@switchyard/engine';
import { invalidRequest, UserError } from '@switchyard/server';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditTrail } from '../../auth/audit/audit-trail.js';
import { entityTag, requireMatch } from '../../platform/http/entity-tag.js';
import { badMember, badRequest, refusal } from '../../platform/http/refusals.js';
import { ENGINE } from '../../platform/infrastructure/tokens.js';
import { violatedUnique } from '../../platform/database/constraints.js';
import { listRunnerIds } from '../runner.repository.js';
import { countApps, countTemplatesOf, deleteApp, findApp, insertApp, lockApp, saveApp } from './app.repository.js';
import { AppRegistry } from './app-registry.js';

const MAX_CUSTOM_APPS = 200;

/** Apps as administrators manage them. */
@Injectable()
export class AppsService {
  constructor(
    private readonly registry: AppRegistry,
    private readonly dataSource: DataSource,
    private readonly audit: AuditTrail,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  list(): Promise<WireApp[]> {
    return this.registry.list();
  }

  /** @throws 404 */
  async read(id: string): Promise<WireApp> {
    const app = await this.registry.find(id);
    if (!app) {
      throw unknownApp(id);
    }
    return app;
  }

  /** Name of the present state of what was set for it. @throws 404 */
  async tag(id: string): Promise<string> {
    await this.read(id);
    return entityTag(await findApp(this.dataSource.manager, id));
  }

  /** @throws 409 when there is an app with this id */
  async create(id: string, input: AppInput): Promise<void> {
    requireFit(id, input);
    if (await this.registry.find(id)) {
      throw existingApp(id);
    }
    await this.requireRoom();
    try {
      await this.change(id, (manager) => insertApp(manager, { id, ...membersOf(input) }));
    } catch (error) {
      throw violatedUnique(error) === null ? error : existingApp(id);
    }
    await this.changed();
  }

  /**
   * Creates the app when there is none with this id.
   * @param expected the header `If-Match`
   * @throws 412
   */
  async save(id: string, input: AppInput, expected: string | null): Promise<void> {
    requireFit(id, input);
    if (!(await this.registry.find(id))) {
      await this.requireRoom();
    }
    await this.change(id, (manager) => saveApp(manager, { id, ...membersOf(input) }), expected);
    await this.changed();
  }

  /** @throws 404 */
  async setActive(id: string, active: boolean): Promise<void> {
    await this.read(id);
    await this.change(id, (manager) => saveApp(manager, { id, active }));
  }

  /** @throws 404, and 400 for a default app or one that templates use */
  async remove(id: string): Promise<void> {
    await this.read(id);
    if (isDefaultApp(id)) {
      throw badRequest('app_default');
    }
    const users = await countTemplatesOf(this.dataSource.manager, id);
    if (users > 0) {
      throw new UserError(400, problem('app_used', { count: users }), { body: { inUse: true } });
    }
    await this.change(id, (manager) => deleteApp(manager, id));
    await this.changed();
  }

  private async requireRoom(): Promise<void> {
    if ((await countApps(this.dataSource.manager)) >= MAX_CUSTOM_APPS) {
      throw badRequest('apps_full', { max: MAX_CUSTOM_APPS });
    }
  }

  private change(
    id: string,
    work: (manager: EntityManager) => Promise<unknown>,
    expected: string | null = null,
  ): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      const before = await lockApp(manager, id);
      requireMatch(expected, entityTag(before));
      await work(manager);
      const after = await findApp(manager, id);
      await this.audit.record(manager, { entity: App, objectType: 'app', objectId: id, before, after });
    });
  }

  /** Every runner looks for the programs again. */
  private async changed(): Promise<void> {
    this.registry.forgetProbes();
    this.engine.signals.runnersWoken(await listRunnerIds(this.dataSource.manager));
  }
}

function requireFit(id: string, input: AppInput): void {
  const { error } = AppId.safeParse(id);
  if (error) {
    throw invalidRequest(issuesOf(error.issues).map((issue) => ({ ...issue, path: ['id'] })));
  }
  if (input.id && input.id !== id) {
    throw badMember('id', 'id_of_path');
  }
  const fault = refusedLeadingArgument(id, input.args ?? []);
  if (fault) {
    throw invalidRequest([issueAt(['args'], fault)]);
  }
}

function membersOf({ dark_color: darkColor, ...input }: AppInput): Omit<App, 'id'> {
  const { title, icon, color, path, args, active, priority } = input;
  return { title, icon, color, darkColor, path, args, active, priority };
}

const existingApp = (id: string): UserError => refusal(409, 'app_exists', { id });

const unknownApp = (id: string): UserError => refusal(404, 'app_unknown', { id });
