import { Injectable } from '@nestjs/common';
import { type Credential, effectiveApp } from '@switchyard/contracts';
import {
  AccessKey,
  App,
  Environment,
  EnvironmentSecret,
  GitRepository,
  Inventory,
  Task,
  TaskPlan,
  Template,
  TemplateVault,
} from '@switchyard/database';
import { DataSource, EntityNotFoundError, type EntityManager } from 'typeorm';
import { CredentialReader } from './credential-reader.js';
import { JOB_SOURCES, type JobSourceRow } from './job-source-query.js';
import { launchPermissions } from './launch-options.js';
import { entitiesOf, entityOf } from '../project-resources/stored-rows.js';

/** The rows that make the job of a task, and the opened credentials they refer to. */
export interface JobSources {
  task: Task;
  template: Template;
  /** Who started the task. */
  username: string | null;
  repository: GitRepository;
  inventory: Inventory | null;
  /** Own repository of a `file` inventory. */
  inventoryRepository: GitRepository | null;
  environment: Environment | null;
  secrets: EnvironmentSecret[];
  vaults: TemplateVault[];
  /** What an administrator has set for the app. */
  app: App | null;
  /** The plan that was confirmed; null before a decision. */
  plan: Pick<TaskPlan, 'sha256' | 'size'> | null;
  /** Opened credentials by the id of their key. */
  credentials: ReadonlyMap<number, Credential>;
}

const NONE: Credential = { type: 'none' };

/** The credential of a key; `none` without one. */
export const credentialOf = ({ credentials }: Pick<JobSources, 'credentials'>, keyId: number | null): Credential =>
  (keyId === null ? undefined : credentials.get(keyId)) ?? NONE;

/** Reads what a job is made of, in one query whatever it refers to. */
@Injectable()
export class JobSourceReader {
  private readonly manager: EntityManager;

  constructor(
    dataSource: DataSource,
    private readonly credentials: CredentialReader,
  ) {
    this.manager = dataSource.manager;
  }

  /** @throws EntityNotFoundError when there is no such task */
  async read(taskId: number): Promise<JobSources> {
    const [row] = await this.manager.query<JobSourceRow[]>(JOB_SOURCES, [taskId, effectiveApp('')]);
    if (!row) {
      throw new EntityNotFoundError(Task, { id: taskId });
    }
    const task = entityOf(this.manager, Task, row.task);
    const template = entityOf(this.manager, Template, row.template);
    const inventory = this.inventoryOf(row, task, template);
    const repository = this.repositoryOf(row, template.repositoryId);
    if (!repository) {
      throw new EntityNotFoundError(GitRepository, { id: template.repositoryId });
    }
    const inventoryRepository = this.repositoryOf(row, inventory?.repositoryId ?? null);
    const vaults = entitiesOf(this.manager, TemplateVault, row.vaults);
    const keyIds = new Set([
      ...[repository.sshKeyId, inventory?.sshKeyId, inventory?.becomeKeyId, inventoryRepository?.sshKeyId],
      ...vaults.map((vault) => vault.vaultKeyId),
    ]);
    const keys = entitiesOf(this.manager, AccessKey, row.keys).filter(({ id }) => keyIds.has(id));
    return {
      ...{ task, template, repository, inventory, inventoryRepository, vaults },
      username: row.username,
      environment: row.environment && entityOf(this.manager, Environment, row.environment),
      secrets: entitiesOf(this.manager, EnvironmentSecret, row.secrets),
      app: row.app && entityOf(this.manager, App, row.app),
      plan: row.plan,
      credentials: this.credentials.openAll(keys),
    };
  }

  private inventoryOf(row: JobSourceRow, task: Task, template: Template): Inventory | null {
    const id = (launchPermissions(template).inventory ? task.inventoryId : null) ?? template.inventoryId;
    const found = entitiesOf(this.manager, Inventory, row.inventories).find((inventory) => inventory.id === id);
    const content = id === template.inventoryId ? row.template_content : row.task_content;
    return found ? Object.assign(found, { inventory: content ?? '' }) : null;
  }

  private repositoryOf(row: JobSourceRow, id: number | null): GitRepository | null {
    return entitiesOf(this.manager, GitRepository, row.repositories).find((found) => found.id === id) ?? null;
  }
}
