import { Inject, Injectable } from '@nestjs/common';
import { type App as WireApp, AppId, type AppInput, isDefaultApp } from '@switchyard/contracts';
import { App, Runner, Template } from '@switchyard/database';
import type { Engine } from '@switchyard/engine';
import { UserError } from '@switchyard/server';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditTrail } from '../audit/audit-trail.js';
import { badRequest } from '../http/refusals.js';
import { ENGINE } from '../infrastructure/tokens.js';
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

  /** Creates the app when there is none with this id. */
  async save(id: string, input: AppInput): Promise<void> {
    requireAppId(id);
    if (input.id !== undefined && input.id !== '' && input.id !== id) {
      throw badRequest('id: must be the id in the address');
    }
    if (!(await this.registry.find(id)) && (await this.dataSource.manager.count(App)) >= MAX_CUSTOM_APPS) {
      throw badRequest(`There are ${MAX_CUSTOM_APPS} apps already`);
    }
    const { title, icon, color, dark_color: darkColor, path, args, active, priority } = input;
    await this.change(id, (manager) =>
      manager.upsert(App, { id, title, icon, color, darkColor, path, args, active, priority }, ['id']),
    );
    await this.changed();
  }

  /** @throws 404 */
  async setActive(id: string, active: boolean): Promise<void> {
    await this.read(id);
    await this.change(id, (manager) => manager.upsert(App, { id, active }, ['id']));
  }

  /** @throws 404, and 400 for a default app or one that templates use */
  async remove(id: string): Promise<void> {
    await this.read(id);
    if (isDefaultApp(id)) {
      throw badRequest('A default app cannot be deleted');
    }
    const users = await this.dataSource.manager.countBy(Template, { app: id });
    if (users > 0) {
      throw new UserError(400, `${users} templates use this app`, { body: { inUse: true } });
    }
    await this.change(id, (manager) => manager.delete(App, { id }));
    await this.changed();
  }

  private change(id: string, work: (manager: EntityManager) => Promise<unknown>): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      const before = await manager.findOneBy(App, { id });
      await work(manager);
      const after = await manager.findOneBy(App, { id });
      await this.audit.record(manager, { entity: App, objectType: 'app', objectId: id, before, after });
    });
  }

  /** Every runner is told to look for the programs anew. */
  private async changed(): Promise<void> {
    this.registry.forgetProbes();
    const runners = await this.dataSource.manager.find(Runner, { select: { id: true } });
    this.engine.signals.runnersWoken(runners.map(({ id }) => id));
  }
}

function requireAppId(id: string): void {
  const fault = AppId.safeParse(id).error?.issues[0]?.message;
  if (fault) {
    throw badRequest(`id: ${fault}`);
  }
}

const unknownApp = (id: string): UserError => new UserError(404, `There is no app "${id}"`);
