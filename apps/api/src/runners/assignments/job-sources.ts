import { Inject, Injectable } from '@nestjs/common';
import {
  type Credential,
  effectiveApp,
  type JobReview,
  type JobState,
  mayLaunchWith,
  problem,
} from '@switchyard/contracts';
import {
  type AccessKey,
  type App,
  type Attempt,
  StatementBatcher,
  type Environment,
  type EnvironmentSecret,
  GitRepository,
  type Inventory,
  ItemFault,
  Task,
  type TaskPlan,
  Template,
  type TemplateVault,
} from '@switchyard/database';
import { type Entitlements, SecretBox, type TokenPermissions } from '@switchyard/server';
import { DataSource, EntityNotFoundError } from 'typeorm';
import { ENTITLEMENTS } from '../../platform/infrastructure/tokens.js';
import { VaultReader } from '../../resources/vault/vault-reader.js';
import { VaultValues } from '../../resources/vault/vault-values.js';
import { CredentialReader } from './credential-reader.js';
import { type GivenToken, tokenOfTask } from './forge-token.js';
import { openedKeyIds } from './repository-access.js';
import { RepositoryTokens } from './repository-tokens.js';
import { type JobRows, readJobRows } from './job-rows.repository.js';
import { jobReview } from './job-review.repository.js';
import { jobState } from '../../terraform/job-state.js';

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
  /** Settings of the app by an administrator. */
  app: App | null;
  /** The plan that was confirmed; null before a decision. */
  plan: Pick<TaskPlan, 'sha256' | 'size'> | null;
  /** Members that make its plan comparable; null where it is of no pull request. */
  review: JobReview | null;
  /** How the attempt reaches the state of its workspace; null where the control plane keeps none. */
  state: JobState | null;
  /** Full addresses by the id of their repository, of those that were stored with credentials in it. */
  addresses: ReadonlyMap<number, string>;
  /** Values that a vault keeps for keys and secrets. */
  vault: VaultValues;
  /** Opened credentials by the id of their key. */
  credentials: ReadonlyMap<number, Credential>;
  /** Credentials of repositories whose key is a GitHub App, by their id. */
  tokens: ReadonlyMap<number, Credential>;
  /** The token of the forge that its tool gets; null = none. */
  toolToken: GivenToken | null;
}

/** Repositories for which tokens are wanted. */
interface WantedTokens {
  repositories: readonly GitRepository[];
  keys: readonly AccessKey[];
  /** Of the tool. */
  wanted: TokenPermissions | null;
}

const NONE: Credential = { type: 'none' };
const NO_TOKENS: Pick<JobSources, 'tokens' | 'toolToken'> = { tokens: new Map(), toolToken: null };

/** The credential of a key; `none` without one. */
export const credentialOf = ({ credentials }: Pick<JobSources, 'credentials'>, keyId: number | null): Credential =>
  (keyId === null ? undefined : credentials.get(keyId)) ?? NONE;

/** Reads what jobs are made of. Those that are built at the same time share a statement, and the rows they share. */
@Injectable()
export class JobSourceReader {
  private readonly rows: StatementBatcher<number, JobRows>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly credentials: CredentialReader,
    private readonly box: SecretBox,
    private readonly vault: VaultReader,
    private readonly tokens: RepositoryTokens,
    @Inject(ENTITLEMENTS) private readonly entitlements: Entitlements,
  ) {
    this.rows = new StatementBatcher(async (taskIds) => {
      const rows = await readJobRows(dataSource, taskIds);
      return taskIds.map(() => rows);
    });
  }

  /**
   * @param isForMasking what a vault does not give at once is left out
   * @throws EntityNotFoundError when there is no such task, ItemFault when its workspace is deleted, PendingSecretsError when its vault or a forge is still being asked
   */
  async read(taskId: number, isForMasking = false): Promise<JobSources> {
    const rows = await this.rows.run(taskId);
    const task = found(Task, rows.tasks, taskId);
    const template = found(Template, rows.templates, task.templateId);
    const repository = found(GitRepository, rows.repositories, template.repositoryId);
    const inventory = inventoryOf(task, template, rows);
    const inventoryRepository = at(rows.repositories, inventory?.repositoryId);
    const vaults = rows.vaults.filter(({ templateId }) => templateId === template.id);
    const repositories = [repository, inventoryRepository].filter((each) => each !== null);
    // A log is masked by its runner with the token that it got; asking for another one would help nobody.
    const given = { repositories, keys: [...rows.keys.values()], wanted: tokenOfTask({ task, template, repository }) };
    const { tokens, toolToken } = isForMasking ? NO_TOKENS : await this.tokensOf(repository, given);
    const keyIds = new Set([
      inventory?.sshKeyId,
      inventory?.becomeKeyId,
      template.imageKeyId,
      ...repositories.flatMap((each) => openedKeyIds(each, tokens)),
      ...vaults.map((vault) => vault.vaultKeyId),
    ]);
    const keys = [...keyIds].map((id) => at(rows.keys, id)).filter((key) => key !== null);
    const secrets = rows.secrets.filter(({ environmentId }) => environmentId === template.environmentId);
    const vault = await this.valuesOf(task, [...keys, ...secrets], isForMasking);
    return {
      task,
      template,
      repository,
      inventory,
      inventoryRepository,
      vaults,
      username: at(rows.users, task.userId)?.username ?? null,
      environment: at(rows.environments, template.environmentId),
      secrets,
      vault,
      app: at(rows.apps, effectiveApp(template.app)),
      plan: at(rows.plans, task.id),
      review: await jobReview(this.dataSource.manager, this.box, task),
      state: await this.stateOf(task, at(rows.attempts, task.id), inventory),
      addresses: this.credentials.addresses(repositories),
      tokens,
      toolToken,
      credentials: this.credentials.openAll(keys, vault),
    };
  }

  private async tokensOf(
    repository: GitRepository,
    { repositories, keys, wanted }: WantedTokens,
  ): Promise<Pick<JobSources, 'tokens' | 'toolToken'>> {
    const [tokens, toolToken] = await Promise.all([
      this.tokens.of(repositories, keys),
      wanted && this.tokens.ofTool(repository, keys, wanted),
    ]);
    return { tokens, toolToken };
  }

  private async valuesOf(
    { id, projectId }: Task,
    owners: readonly Pick<AccessKey, 'vaultReference'>[],
    isForMasking: boolean,
  ): Promise<VaultValues> {
    const references = owners.map(({ vaultReference }) => vaultReference).filter((reference) => reference !== null);
    const values = this.vault.read({ projectId, reader: `task ${id}` }, references);
    return isForMasking ? (await values.catch(() => VaultValues.none)).lenient(references) : values;
  }

  private async stateOf(task: Task, attempt: Attempt | null, inventory: Inventory | null): Promise<JobState | null> {
    const isOn = (await this.entitlements.features(task.projectId)).terraform_backend;
    return isOn ? jobState(this.box, task, attempt, inventory) : null;
  }
}

/** A workspace is that of the launch, whatever the template has meanwhile: the task has its line, and made its plan there. */
function inventoryOf(task: Task, template: Template, { inventories }: JobRows): Inventory | null {
  const workspace = at(inventories, task.workspaceId);
  if (task.workspaceId !== 0 && !workspace) {
    throw new ItemFault(problem('workspace_deleted'));
  }
  if (workspace) {
    return workspace;
  }
  return at(inventories, (mayLaunchWith(template, 'inventory_id') ? task.inventoryId : null) ?? template.inventoryId);
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
