import { Inject, Injectable } from '@nestjs/common';
import type {
  Project as WireProject,
  ProjectContents,
  ProjectInput,
  ProjectReadiness,
  ProjectRole,
  ProjectUpdate,
} from '@switchyard/contracts';
import { Project, usersWhoSee } from '@switchyard/database';
import { type Engine, projectReadiness, stopHeldTasks } from '@switchyard/engine';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditTrail } from '../auth/audit/audit-trail.js';
import { AccessChanges } from '../auth/access/access-changes.js';
import type { Caller, ProjectAccess } from '../auth/access/caller.js';
import { entityTag, requireMatch } from '../platform/http/entity-tag.js';
import { getProject } from '../platform/database/project-row.repository.js';
import { badMember, notFound } from '../platform/http/refusals.js';
import { ENGINE } from '../platform/infrastructure/tokens.js';
import { endLinks } from '../tasks/log-links/log-link.repository.js';
import { sorted } from '../platform/http/list-query.js';
import { NewProject } from './new-project.js';
import { toProject } from './project.mapper.js';
import {
  countContents,
  findProjects,
  findRunnerIds,
  lockProject,
  markDeleting,
  updateProject,
} from './project.repository.js';
import { ProjectVault } from './project-vault.js';

/** Projects and their settings. */
@Injectable()
export class ProjectsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly newProject: NewProject,
    private readonly changes: AccessChanges,
    private readonly vault: ProjectVault,
    private readonly audit: AuditTrail,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  /**
   * By name: the caller's own, or all of them for an administrator.
   * @param withDeleting also those that are being deleted
   */
  async list(caller: Caller, withDeleting: boolean): Promise<WireProject[]> {
    const rows = await findProjects(this.dataSource.manager, caller, withDeleting);
    return sorted(rows.map(toProject), {}, { name: (project) => project.name });
  }

  /** @throws 401 when the caller may not create projects */
  async create(caller: Caller, input: ProjectInput): Promise<WireProject> {
    await this.vault.requireIncluded(null, input);
    const row = await this.newProject.create(caller, input);
    this.changes.publish([caller.userId]);
    return toProject(row);
  }

  async read({ projectId }: ProjectAccess): Promise<WireProject> {
    return toProject(await getProject(this.dataSource.manager, projectId));
  }

  /** Name of the present state of its settings. */
  async tag({ projectId }: ProjectAccess): Promise<string> {
    return entityTag(settingsOf(await getProject(this.dataSource.manager, projectId)));
  }

  role({ role, permissions }: ProjectAccess): ProjectRole {
    return { role, permissions };
  }

  readiness(projectId: number): Promise<ProjectReadiness> {
    return projectReadiness(this.engine, projectId);
  }

  /**
   * Everything but the type, which a project keeps for life. A higher limit can let a waiting task start. Links to logs end
   * for good when they are not allowed any more.
   * @param expected the header `If-Match`
   * @throws 412, and 400 for a token where values of vaults are not included
   */
  async update({ projectId }: ProjectAccess, input: ProjectUpdate, expected: string | null): Promise<void> {
    if (input.id !== undefined && input.id !== projectId) {
      throw badMember('id', 'id_of_path');
    }
    const members = {
      name: input.name,
      alert: input.alert,
      alertChat: input.alert_chat,
      maxParallelTasks: input.max_parallel_tasks,
    };
    await this.vault.requireIncluded(projectId, input);
    await this.dataSource.transaction(async (manager) => {
      const before = await requireProject(manager, projectId);
      requireMatch(expected, entityTag(settingsOf(before)));
      const allowLogLinks = input.allow_log_links ?? before.allowLogLinks;
      const changed = { ...members, allowLogLinks, ...this.vault.members(before, input) };
      await updateProject(manager, projectId, changed);
      if (!allowLogLinks) {
        await endLinks(manager, projectId);
      }
      await this.record(manager, before, { ...before, ...changed });
    });
    this.engine.signals.dispatchNeeded('project changed');
  }

  /** How much goes with it. */
  contents({ projectId }: ProjectAccess): Promise<ProjectContents> {
    return countContents(this.dataSource.manager, projectId);
  }

  /** From now on nobody can use it, and nothing of it starts; what runs is stopped. The dispatchers remove its rows. */
  async remove({ userId }: Caller, { projectId }: ProjectAccess): Promise<void> {
    const { users, runnerIds } = await this.dataSource.transaction(async (manager) => {
      const before = await requireProject(manager, projectId);
      await markDeleting(manager, projectId);
      await this.record(manager, before, null);
      return { users: await usersWhoSee(manager, projectId), runnerIds: await findRunnerIds(manager, projectId) };
    });
    this.changes.publish(users);
    this.engine.signals.runnersChanged(runnerIds);
    await stopHeldTasks(this.engine, projectId, userId);
    this.engine.signals.dispatchNeeded('project deleted');
    this.engine.signals.projectsDeleted();
  }

  private record(manager: EntityManager, before: Project, after: Project | null): Promise<void> {
    const { id } = before;
    return this.audit.record(manager, {
      entity: Project,
      objectType: 'project',
      objectId: id,
      projectId: id,
      before,
      after,
    });
  }
}

const settingsOf = ({ name, alert, alertChat, maxParallelTasks, allowLogLinks, ...row }: Project): unknown[] => [
  name,
  alert,
  alertChat,
  maxParallelTasks,
  allowLogLinks,
  row.vaultTokenEncrypted,
  row.vaultAddress,
  row.vaultNamespace,
];

/** @throws 404 when it was or is being deleted meanwhile */
async function requireProject(manager: EntityManager, id: number): Promise<Project> {
  const row = await lockProject(manager, id);
  if (!row) {
    throw notFound();
  }
  return row;
}
