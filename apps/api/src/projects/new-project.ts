import { Inject, Injectable } from '@nestjs/common';
import { activity, type ProjectInput } from '@switchyard/contracts';
import { Project } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../auth/access/caller.js';
import { mayCreateProjects } from '../auth/access/project-creation.js';
import type { ApiConfig } from '../platform/config.js';
import { notPermitted } from '../platform/http/refusals.js';
import { API_CONFIG } from '../platform/infrastructure/tokens.js';
import { getProject } from '../platform/database/project-row.repository.js';
import { ActivityLog } from '../resources/shared/activity-log.js';
import { DemoProject } from './demo/demo-project.js';
import { insertFirstRows, insertProject, updateProject } from './project.repository.js';
import { NO_VAULT, vaultMembers } from './vault-members.js';

/** Makes a project with what every project begins with. */
@Injectable()
export class NewProject {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
    private readonly activity: ActivityLog,
    private readonly demo: DemoProject,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /**
   * The caller owns it. It holds a key without a secret and an empty environment, so that forms have a choice, and with
   * `demo` templates that work at once.
   * @throws 401 when the caller may not create projects
   */
  async create(caller: Caller, input: ProjectInput): Promise<Project> {
    if (!mayCreateProjects(caller, this.config)) {
      throw notPermitted();
    }
    return this.dataSource.transaction((manager) => this.createIn(manager, caller, input));
  }

  /** The same as a part of something larger, for any caller. */
  async createIn(manager: EntityManager, caller: Caller, input: ProjectInput): Promise<Project> {
    const id = await insertProject(manager, members(input));
    const vault = { ...NO_VAULT, ...vaultMembers(this.secretBox, { id, ...NO_VAULT }, input) };
    await updateProject(manager, id, vault);
    const { keyId } = await insertFirstRows(manager, id, caller.userId);
    await (input.demo && this.demo.fill({ manager, caller, projectId: id }, keyId));
    const row = await getProject(manager, id);
    const done = activity('project_created', { name: input.name });
    const entry = { projectId: id, objectType: 'project', objectId: id, activity: done } as const;
    await this.activity.record(manager, caller, entry, { entity: Project, before: null, after: row });
    return row;
  }
}

function members(input: ProjectInput): Partial<Project> {
  return {
    name: input.name,
    alert: input.alert,
    alertChat: input.alert_chat,
    maxParallelTasks: input.max_parallel_tasks,
    allowLogLinks: input.allow_log_links ?? false,
    type: input.type,
  };
}
