import { Injectable } from '@nestjs/common';
import { type Credential, effectiveApp, mayLaunchWith } from '@switchyard/contracts';
import {
  type App,
  StatementBatcher,
  type Environment,
  type EnvironmentSecret,
  GitRepository,
  type Inventory,
  Task,
  type TaskPlan,
  Template,
  type TemplateVault,
} from '@switchyard/database';
import { DataSource, EntityNotFoundError } from 'typeorm';
import { CredentialReader } from './credential-reader.js';
import { type JobRows, readJobRows } from './job-rows.js';

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
  /** Full addresses by the id of their repository, of those that were stored with credentials in it. */
  addresses: ReadonlyMap<number, string>;
  /** Opened credentials by the id of their key. */
  credentials: ReadonlyMap<number, Credential>;
}

const NONE: Credential = { type: 'none' };

/** The credential of a key; `none` without one. */
export const credentialOf = ({ credentials }: Pick<JobSources, 'credentials'>, keyId: number | null): Credential =>
  (keyId === null ? undefined : credentials.get(keyId)) ?? NONE;

/** Reads what jobs are made of. Those that are built at the same time share a statement, and the rows they share. */
@Injectable()
export class JobSourceReader {
  private readonly rows: StatementBatcher<number, JobRows>;

  constructor(
    dataSource: DataSource,
    private readonly credentials: CredentialReader,
  ) {
    this.rows = new StatementBatcher(async (taskIds) => {
      const rows = await readJobRows(dataSource, taskIds);
      return taskIds.map(() => rows);
    });
  }

  /** @throws EntityNotFoundError when there is no such task */
  async read(taskId: number): Promise<JobSources> {
    const rows = await this.rows.run(taskId);
    const task = found(Task, rows.tasks, taskId);
    const template = found(Template, rows.templates, task.templateId);
    const repository = found(GitRepository, rows.repositories, template.repositoryId);
    const inventoryId = (mayLaunchWith(template, 'inventory_id') ? task.inventoryId : null) ?? template.inventoryId;
    const inventory = at(rows.inventories, inventoryId);
    const inventoryRepository = at(rows.repositories, inventory?.repositoryId);
    const vaults = rows.vaults.filter(({ templateId }) => templateId === template.id);
    const keyIds = new Set([
      ...[repository.sshKeyId, inventory?.sshKeyId, inventory?.becomeKeyId, inventoryRepository?.sshKeyId],
      ...vaults.map((vault) => vault.vaultKeyId),
    ]);
    const keys = [...keyIds].map((id) => at(rows.keys, id)).filter((key) => key !== null);
    return {
      ...{ task, template, repository, inventory, inventoryRepository, vaults },
      username: at(rows.users, task.userId)?.username ?? null,
      environment: at(rows.environments, template.environmentId),
      secrets: rows.secrets.filter(({ environmentId }) => environmentId === template.environmentId),
      app: at(rows.apps, effectiveApp(template.app)),
      plan: at(rows.plans, task.id),
      addresses: this.credentials.addresses([repository, inventoryRepository]),
      credentials: this.credentials.openAll(keys),
    };
  }
}

const at = <K, E>(all: ReadonlyMap<K, E>, id: K | null | undefined): E | null =>
  id === null || id === undefined ? null : (all.get(id) ?? null);

function found<E>(target: new () => E, all: ReadonlyMap<number, E>, id: number): E {
  const row = all.get(id);
  if (!row) {
    throw new EntityNotFoundError(target, { id });
  }
  return row;
}
