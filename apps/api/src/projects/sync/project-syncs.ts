import { Inject, Injectable } from '@nestjs/common';
import { activity, gitUrlKind, type ProjectSync as WireSync, type ProjectSyncInput } from '@switchyard/contracts';
import { GitRepository, ProjectSync } from '@switchyard/database';
import { type Engine, requestSync } from '@switchyard/engine';
import { DataSource } from 'typeorm';
import type { Caller } from '../../auth/access/caller.js';
import { RESOURCES } from '../../definitions/all-resources.js';
import { findOwned } from '../../platform/database/owned-rows.repository.js';
import { holdProject } from '../../platform/database/project-row.repository.js';
import { badMember, notFound } from '../../platform/http/refusals.js';
import { ENGINE } from '../../platform/infrastructure/tokens.js';
import { ActivityLog } from '../../resources/shared/activity-log.js';
import { type ManagedRowAt, readManagedRows } from '../../resources/shared/managed-rows.repository.js';
import { findSync, lockSync, removeSync, saveSync, type StoredSync } from './sync.repository.js';

/** Which repository a project is synced from, and what came of it. */
@Injectable()
export class ProjectSyncs {
  constructor(
    private readonly dataSource: DataSource,
    private readonly activity: ActivityLog,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  /** null = the project is not synced. */
  async read(projectId: number): Promise<WireSync | null> {
    const { manager } = this.dataSource;
    const sync = await findSync(manager, projectId);
    return sync && toSync(sync, await readManagedRows(manager, projectId));
  }

  /** @throws 404 when the project has no such repository, 400 for a local directory */
  async save(
    caller: Caller,
    projectId: number,
    { repository_id: repositoryId, prune }: ProjectSyncInput,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await holdProject(manager, projectId);
      const repository = await findOwned(manager, GitRepository, projectId, repositoryId);
      if (gitUrlKind(repository.gitUrl) === 'local') {
        throw badMember('repository_id', 'branches_local');
      }
      const before = await lockSync(manager, projectId);
      const after = await saveSync(manager, { projectId, repositoryId, userId: caller.userId, prune });
      const done = activity('sync_saved', { name: repository.name });
      const entry = { projectId, objectType: 'project', objectId: projectId, activity: done } as const;
      await this.activity.record(manager, caller, entry, { entity: ProjectSync, before, after });
    });
    await requestSync(this.engine, projectId);
  }

  /** Ends the sync; what it has made stays. @throws 404 when there is none */
  async remove(caller: Caller, projectId: number): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await holdProject(manager, projectId);
      const before = await lockSync(manager, projectId);
      if (!before) {
        throw notFound();
      }
      await removeSync(manager, projectId);
      const { name } = await findOwned(manager, GitRepository, projectId, before.repositoryId);
      const done = activity('sync_ended', { name });
      const entry = { projectId, objectType: 'project', objectId: projectId, activity: done } as const;
      await this.activity.record(manager, caller, entry, { entity: ProjectSync, before, after: null });
    });
    this.engine.signals.deliveryListsChanged([{ projectId, of: 'sync' }]);
  }

  /** Has a runner look at once. @throws 404 when there is no sync */
  async check(projectId: number): Promise<void> {
    if (!(await requestSync(this.engine, projectId))) {
      throw notFound();
    }
  }
}

const SECTIONS = new Map<string, WireSync['resources'][number]['section']>(
  RESOURCES.map(({ noun, backup }) => [noun, backup.section]),
);

const toSync = (sync: StoredSync, rows: readonly ManagedRowAt[]): WireSync => ({
  repository_id: sync.repositoryId,
  prune: sync.prune,
  username: sync.username,
  commit: sync.commit,
  applied: sync.applied?.toISOString() ?? null,
  seen_commit: sync.seenCommit,
  checked: sync.checked?.toISOString() ?? null,
  waits: sync.waits,
  faults: sync.faults,
  resources: rows.flatMap(({ noun, id, place }) => {
    const section = SECTIONS.get(noun);
    return section === undefined ? [] : [{ section, id, place }];
  }),
});
