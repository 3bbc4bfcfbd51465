import { Injectable } from '@nestjs/common';
import {
  type Credential,
  effectiveApp,
  type Job,
  type JobInventory,
  type JobRepository,
  type JobVault,
  parseArguments,
} from '@switchyard/contracts';
import {
  Environment,
  EnvironmentSecret,
  GitRepository,
  Inventory,
  Task,
  Template,
  TemplateVault,
  User,
} from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { DataSource, type EntityManager } from 'typeorm';
import { taskSecretContext } from '../tasks/task-secret.js';
import { CredentialReader } from './credential-reader.js';
import { jobParams, launchPermissions, mergeVariables, textValues } from './launch-options.js';
import { taskDetails } from './task-details.js';

/** Builds what a runner receives for one attempt, from the database of this moment. Nothing of it is kept. */
@Injectable()
export class JobBuilder {
  private readonly manager: EntityManager;

  constructor(
    dataSource: DataSource,
    private readonly credentials: CredentialReader,
    private readonly secretBox: SecretBox,
  ) {
    this.manager = dataSource.manager;
  }

  async build(taskId: number): Promise<Job> {
    const task = await this.manager.findOneByOrFail(Task, { id: taskId });
    const template = await this.manager.findOneByOrFail(Template, { id: task.templateId });
    const [repository, inventory, variables, vaults, details] = await Promise.all([
      this.repository(template.repositoryId, task, template),
      this.inventory(task, template),
      this.variables(task, template),
      this.vaults(template),
      this.details(task, template),
    ]);
    return {
      task_id: task.id,
      project_id: task.projectId,
      template_id: template.id,
      template_name: template.name,
      app: effectiveApp(template.app),
      playbook: task.playbook || template.playbook,
      repository,
      inventory,
      arguments: parseArguments(template.arguments) ?? [],
      task_arguments: launchPermissions(template).args ? (parseArguments(task.arguments) ?? []) : [],
      params: jobParams(task, template),
      vaults,
      ...variables,
      details,
    };
  }

  private async repository(id: number, task: Task, template: Template): Promise<JobRepository> {
    const row = await this.manager.findOneByOrFail(GitRepository, { id });
    const branch = launchPermissions(template).branch ? task.gitBranch : null;
    return {
      ...(await this.source(row)),
      branch: branch ?? template.gitBranch ?? row.gitBranch,
      commit: task.commitHash,
    };
  }

  private async source(row: GitRepository): Promise<JobRepository> {
    const key = await this.credentials.read(row.sshKeyId);
    return { id: row.id, name: row.name, url: row.gitUrl, branch: row.gitBranch, commit: null, key };
  }

  private async inventory(task: Task, template: Template): Promise<JobInventory | null> {
    const id = (launchPermissions(template).inventory ? task.inventoryId : null) ?? template.inventoryId;
    if (id === null) {
      return null;
    }
    const row = await this.manager.findOneByOrFail(Inventory, { id });
    if (row.type !== 'static' && row.type !== 'static-yaml' && row.type !== 'file') {
      return null;
    }
    const [sshKey, becomeKey] = await Promise.all(
      [row.sshKeyId, row.becomeKeyId].map((key) => this.credentials.read(key)),
    );
    const none: Credential = { type: 'none' };
    const source = row.repositoryId && (await this.manager.findOneByOrFail(GitRepository, { id: row.repositoryId }));
    return {
      id: row.id,
      name: row.name,
      type: row.type,
      content: row.inventory,
      repository: source ? await this.source(source) : null,
      ssh_key: sshKey ?? none,
      become_key: becomeKey ?? none,
    };
  }

  private async variables(
    task: Task,
    template: Template,
  ): Promise<Pick<Job, 'variables' | 'secret_variables' | 'env' | 'secret_env'>> {
    const id = template.environmentId;
    const environment = id === null ? null : await this.manager.findOneByOrFail(Environment, { id });
    const secrets = id === null ? [] : await this.manager.findBy(EnvironmentSecret, { environmentId: id });
    const opened = secrets.map((row) => ({ ...row, secret: this.credentials.environmentSecret(row) }));
    const ofType = (type: 'var' | 'env'): Record<string, string> =>
      Object.fromEntries(opened.filter((row) => row.type === type).map((row) => [row.name, row.secret]));
    return {
      variables: mergeVariables(environment?.json, task.environment),
      secret_variables: { ...ofType('var'), ...this.taskSecrets(task) },
      env: textValues(environment?.env),
      secret_env: ofType('env'),
    };
  }

  private taskSecrets(task: Task): Record<string, string> {
    return task.secret ? textValues(this.secretBox.openText(task.secret, taskSecretContext(task.projectId))) : {};
  }

  private async vaults(template: Template): Promise<JobVault[]> {
    const rows = await this.manager.findBy(TemplateVault, { templateId: template.id });
    return Promise.all(rows.map((row) => this.vault(row)));
  }

  private async vault(row: TemplateVault): Promise<JobVault> {
    if (row.type === 'script') {
      return { type: 'script', name: row.name, script: row.script ?? '' };
    }
    const key = await this.credentials.read(row.vaultKeyId);
    return { type: 'password', name: row.name, password: key.type === 'login_password' ? key.password : '' };
  }

  private async details(task: Task, template: Template): Promise<Job['details']> {
    const user = task.userId === null ? null : await this.manager.findOneBy(User, { id: task.userId });
    const build = task.buildTaskId === null ? null : await this.manager.findOneBy(Task, { id: task.buildTaskId });
    return taskDetails(task, template, user?.username ?? '', build?.version ?? null);
  }
}
