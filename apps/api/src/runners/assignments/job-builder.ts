import { messageOf } from '@switchyard/concurrency';
import { Inject, Injectable } from '@nestjs/common';
import {
  effectiveApp,
  type Job,
  type JobInventory,
  type JobRepository,
  type JobVault,
  mayLaunchWith,
  type NamedSecret,
  namedSecrets,
  parseArguments,
  parseObject,
  problem,
  variableRefusal,
  variableRule,
} from '@switchyard/contracts';
import { faultless, type GitRepository, isOwnFault, ItemFault, type TemplateVault } from '@switchyard/database';
import { isPullReference } from '@switchyard/engine';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { idTokensFault } from '../../resources/templates/template-faults.js';
import { CredentialReader } from './credential-reader.js';
import { isForkCode } from './fork-code.js';
import { tokenEnvironment, tokenOrigin } from './forge-token.js';
import { jobPlanning } from './job-planning.js';
import { repositoryAccess } from './repository-access.js';
import { credentialOf, type JobSources, JobSourceReader } from './job-sources.js';
import { jobParams, mergeVariables, textValues } from './job-params.js';
import { SnapshotWriter } from './snapshot-writer.js';
import { TaskDetails } from './task-details.js';
import { TimeLimit } from './time-limit.js';
import { unstorable } from './unstorable.js';

type JobVariables = Pick<Job, 'variables' | 'secret_variables' | 'secret_origin' | 'launch' | 'env' | 'secret_env'>;

/** Secrets of a task; not `areAll` = its vault did not give what it keeps. */
export interface KnownSecrets {
  secrets: NamedSecret[];
  areAll: boolean;
}

/**
 * Builds what a runner receives for one attempt, from the database of this moment. The part that is no secret is kept as
 * the task's snapshot; nothing else is.
 */
@Injectable()
export class JobBuilder {
  constructor(
    private readonly sources: JobSourceReader,
    private readonly details: TaskDetails,
    private readonly snapshots: SnapshotWriter,
    private readonly timeLimit: TimeLimit,
    private readonly credentials: CredentialReader,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /**
   * @param isAhead the task is not assigned yet: nothing is kept
   * @throws ItemFault explaining what is wrong with the task, when its own rows or its vault are to blame, PendingSecretsError
   * when the vault is still being read
   */
  async build(taskId: number, isAhead = false): Promise<Job> {
    const sources = await this.sources.read(taskId);
    const details = await this.details.read(sources);
    const job = faultless(
      (reason) => problem('job_not_made', { reason }),
      () => this.jobOf(sources, details),
    );
    if (!isAhead) {
      await this.keep(job, sources);
    }
    return job;
  }

  /** Every secret that the job of a task would hold now, as far as its vault, if any, answers at once. */
  async secrets(taskId: number): Promise<KnownSecrets> {
    const sources = await this.sources.read(taskId, true);
    const secrets = namedSecrets({
      repository: jobRepository(sources),
      inventory: jobInventory(sources),
      planning: jobPlanning(sources),
      vaults: sources.vaults.map((vault) => jobVault(sources, vault)),
      ...this.variables(sources),
    });
    return { secrets, areAll: sources.vault.isWhole };
  }

  private async keep(job: Job, sources: JobSources): Promise<void> {
    try {
      await this.snapshots.write(job, sources);
    } catch (cause) {
      if (!isOwnFault(cause)) {
        throw cause;
      }
      const why = unstorable(sources) ?? problem('job_not_stored', { reason: messageOf(cause) });
      throw new ItemFault(why, { cause });
    }
  }

  private jobOf(sources: JobSources, details: Job['details']): Job {
    const { task, template, app } = sources;
    return {
      task_id: task.id,
      project_id: task.projectId,
      template_id: template.id,
      template_name: template.name,
      app: effectiveApp(template.app),
      command: { path: app?.path ?? '', args: app?.args ?? [] },
      playbook: task.playbook || template.playbook,
      repository: jobRepository(sources),
      inventory: jobInventory(sources),
      arguments: parseArguments(template.arguments) ?? [],
      task_arguments: mayLaunchWith(template, 'arguments') ? (parseArguments(task.arguments) ?? []) : [],
      params: jobParams(task, template),
      planning: jobPlanning(sources),
      time_limit_seconds: this.timeLimit.seconds(template),
      stop_grace_seconds: template.stopGraceSeconds,
      vaults: sources.vaults.map((vault) => jobVault(sources, vault)),
      ...this.variables(sources),
      details,
      ...this.idTokens(sources),
      ...(template.image !== null && { image: template.image, ...imageKey(sources) }),
      ...(task.traceparent !== null && { traceparent: task.traceparent }),
    };
  }

  /** @throws ItemFault when there can be none */
  private idTokens({ task, template, repository }: JobSources): Pick<Job, 'id_tokens'> {
    const branches = [task.gitBranch, template.gitBranch, repository.gitBranch];
    if (template.idTokens.length === 0 || isForkCode(task.pullRequest, branches)) {
      return {};
    }
    const fault = idTokensFault(template, this.config);
    if (fault) {
      throw new ItemFault(fault);
    }
    return { id_tokens: template.idTokens.map(({ variable }) => variable) };
  }

  private variables({ task, template, environment, secrets, vault, toolToken }: JobSources): JobVariables {
    const ofType = (type: 'var' | 'env'): Record<string, string> =>
      Object.fromEntries(
        secrets
          .filter((row) => row.type === type)
          .map((row) => [row.name, this.credentials.environmentSecret(row, vault)] as const),
      );
    const rule = variableRule(template, task.trustedVariables);
    const defaults = [...this.credentials.surveyDefaults(template)].filter(([name]) => !variableRefusal(rule, name));
    const answers = { ...Object.fromEntries(defaults), ...textValues(this.credentials.taskSecret(task)) };
    const names = [...Object.keys(parseObject(task.environment)), ...Object.keys(answers)];
    return {
      variables: mergeVariables(environment?.json, task.environment),
      secret_variables: { ...ofType('var'), ...answers },
      secret_origin: { group: environment?.name ?? '', answers: Object.keys(answers), ...tokenOrigin(toolToken) },
      launch: { names, rule },
      env: textValues(environment?.env),
      secret_env: { ...ofType('env'), ...tokenEnvironment(toolToken) },
    };
  }
}

function jobRepository(sources: JobSources): JobRepository {
  const { task, template, repository } = sources;
  const ofPull = task.pullRequest !== null;
  const branch = ofPull || mayLaunchWith(template, 'git_branch') ? task.gitBranch : null;
  return {
    ...sourceOf(sources, repository),
    branch: branch ?? template.gitBranch ?? repository.gitBranch,
    commit: task.commitHash,
    is_exact: (ofPull || task.integrationId !== null) && (task.commitHash ?? branch) !== null,
    is_on_branch: task.integrationId !== null && !ofPull && !isPullReference(branch),
  };
}

function sourceOf(sources: JobSources, row: GitRepository): JobRepository {
  return {
    id: row.id,
    name: row.name,
    url: sources.addresses.get(row.id) ?? row.gitUrl,
    branch: row.gitBranch,
    commit: null,
    ...(row.paths.length > 0 && { paths: row.paths }),
    ...repositoryAccess(row, sources),
  };
}

function jobInventory(sources: JobSources): JobInventory | null {
  const { inventory: row, inventoryRepository } = sources;
  if (row?.type !== 'static' && row?.type !== 'static-yaml' && row?.type !== 'file') {
    return null;
  }
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    content: row.inventory,
    repository: inventoryRepository && sourceOf(sources, inventoryRepository),
    ssh_key: credentialOf(sources, row.sshKeyId),
    become_key: credentialOf(sources, row.becomeKeyId),
  };
}

const imageKey = (sources: JobSources): Pick<Job, 'image_key'> =>
  sources.template.imageKeyId === null ? {} : { image_key: credentialOf(sources, sources.template.imageKeyId) };

function jobVault(sources: JobSources, row: TemplateVault): JobVault {
  if (row.type === 'script') {
    return { type: 'script', name: row.name, script: row.script ?? '' };
  }
  const key = credentialOf(sources, row.vaultKeyId);
  const { password, key_name } = key.type === 'login_password' ? key : { password: '', key_name: undefined };
  return { type: 'password', name: row.name, password, key_name };
}
