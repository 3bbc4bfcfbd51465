import { Injectable } from '@nestjs/common';
import { type Credential, effectiveApp } from '@switchyard/contracts';
import {
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
import { DataSource, type EntityManager } from 'typeorm';
import { CredentialReader } from './credential-reader.js';
import { launchPermissions } from './launch-options.js';

/** The rows that make the job of a task, and the opened credentials they refer to. */
export interface JobSources {
  task: Task;
  template: Template;
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

/** Reads what a job is made of, in a fixed number of queries whatever it refers to. */
@Injectable()
export class JobSourceReader {
  private readonly manager: EntityManager;

  constructor(
    dataSource: DataSource,
    private readonly credentials: CredentialReader,
  ) {
    this.manager = dataSource.manager;
  }

  async read(taskId: number): Promise<JobSources> {
    const task = await this.manager.findOneByOrFail(Task, { id: taskId });
    const template = await this.manager.findOneByOrFail(Template, { id: task.templateId });
    const inventoryId = (launchPermissions(template).inventory ? task.inventoryId : null) ?? template.inventoryId;
    const { environmentId } = template;
    const [repository, inventory, environment, secrets, vaults, app, plan] = await Promise.all([
      this.manager.findOneByOrFail(GitRepository, { id: template.repositoryId }),
      inventoryId === null ? null : this.manager.findOneByOrFail(Inventory, { id: inventoryId }),
      environmentId === null ? null : this.manager.findOneByOrFail(Environment, { id: environmentId }),
      environmentId === null ? [] : this.manager.findBy(EnvironmentSecret, { environmentId }),
      this.manager.find(TemplateVault, { where: { templateId: template.id }, order: { id: 'ASC' } }),
      this.manager.findOneBy(App, { id: effectiveApp(template.app) }),
      task.decided === null ? null : this.confirmedPlan(task.id),
    ]);
    const inventoryRepository = await this.repositoryOf(inventory);
    const keyIds = [
      ...[repository.sshKeyId, inventory?.sshKeyId, inventory?.becomeKeyId, inventoryRepository?.sshKeyId],
      ...vaults.map((vault) => vault.vaultKeyId),
    ];
    return {
      ...{ task, template, repository, inventory, inventoryRepository, environment, secrets, vaults, app, plan },
      credentials: await this.credentials.readAll(keyIds.filter((id) => typeof id === 'number')),
    };
  }

  private repositoryOf(inventory: Inventory | null): Promise<GitRepository | null> {
    const id = inventory?.repositoryId ?? null;
    return id === null ? Promise.resolve(null) : this.manager.findOneByOrFail(GitRepository, { id });
  }

  /** Without its bytes, which the runner fetches by themselves. */
  private confirmedPlan(taskId: number): Promise<Pick<TaskPlan, 'sha256' | 'size'> | null> {
    return this.manager.findOne(TaskPlan, { where: { taskId }, select: { sha256: true, size: true } });
  }
}
