import { Inject, Injectable } from '@nestjs/common';
import type { Credential } from '@switchyard/contracts';
import type { AccessKey } from '@switchyard/database';
import { type Entitlements, SecretBox } from '@switchyard/server';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { stateTokenContext, taskOfAlias, workspaceOfLogin } from '../../assignments/job-state.js';
import { hashSecret } from '../../auth/secrets/credentials.js';
import { LoginThrottle } from '../../auth/throttle/login-throttle.js';
import { notFound, unauthorized } from '../../http/refusals.js';
import { ENTITLEMENTS } from '../../infrastructure/tokens.js';
import { openCredential } from '../../keys/stored-credential.js';
import { type BasicCredential, isSameCredential, readBasicCredential } from './basic-credential.js';
import { findAliasKey, findLivingAttempt } from './state-clients.repository.js';
import type { StateClient } from './state-client.js';

/** How long a credential that was right is not looked at again. */
const REMEMBERED_MS = 1_000;
const MAX_REMEMBERED = 1_000;

/** Where a request comes from and what it claims. */
export interface StateKnock {
  /** Last part of the address. */
  alias: string;
  authorization: string | undefined;
  ip: string;
}

/**
 * Finds out who uses the HTTP backend. Tries of secrets are slowed down like those of sign-in; one that was right is
 * remembered for a second, so that the many calls of one run cost one look.
 */
@Injectable()
export class StateClients {
  private readonly known = new LRUCache<string, Promise<StateClient>>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });

  constructor(
    private readonly dataSource: DataSource,
    private readonly box: SecretBox,
    private readonly throttle: LoginThrottle,
    @Inject(ENTITLEMENTS) private readonly entitlements: Entitlements,
  ) {}

  /** @throws 401, 429, 404 without the feature */
  async identify(knock: StateKnock): Promise<StateClient> {
    const credential = readBasicCredential(knock.authorization);
    if (!credential) {
      throw unauthorized();
    }
    const client = (await this.byAttempt(knock.alias, credential)) ?? (await this.byAlias(knock, credential));
    if (!(await this.entitlements.features(client.projectId)).terraform_backend) {
      throw notFound();
    }
    return client;
  }

  /** Asked each time: the credential ends with the attempt. */
  private async byAttempt(alias: string, { login, password }: BasicCredential): Promise<StateClient | null> {
    const [taskId, inventoryId] = [taskOfAlias(alias), workspaceOfLogin(login)];
    if (taskId === null || inventoryId === null) {
      return null;
    }
    const found = await findLivingAttempt(this.dataSource.manager, taskId, inventoryId);
    if (!found || !this.box.isToken(password, stateTokenContext({ ...found, inventoryId }))) {
      return null;
    }
    const { projectId, attemptId, template, username } = found;
    const who = `task ${taskId} of "${template}"${username === null ? '' : `, started by ${username}`}`;
    return { projectId, inventoryId, attemptId, taskId, aliasId: null, who };
  }

  private byAlias(knock: StateKnock, credential: BasicCredential): Promise<StateClient> {
    const key = hashSecret(`${knock.alias}\n${knock.authorization ?? ''}`);
    const known = this.known.get(key);
    if (known) {
      return known;
    }
    const asked = this.tried(knock, credential);
    this.known.set(key, asked);
    asked.catch(() => this.known.delete(key));
    return asked;
  }

  private async tried({ alias, ip }: StateKnock, credential: BasicCredential): Promise<StateClient> {
    const trial = await this.throttle.startTrial('state', `terraform ${alias}`, ip);
    const found = await findAliasKey(this.dataSource.manager, alias);
    const right = found ? this.credentialOf(found.key) : null;
    if (!isSameCredential(right ?? { login: '', password: '' }, credential) || !found || !right) {
      throw unauthorized();
    }
    await trial.succeeded();
    const { id, projectId, inventoryId } = found.alias;
    return { projectId, inventoryId, attemptId: null, taskId: null, aliasId: id, who: null };
  }

  /** `null` = the key holds no login and password, so nobody has them. */
  private credentialOf(key: AccessKey): (Credential & { type: 'login_password' }) | null {
    const credential = openCredential(this.box, key);
    return credential.type === 'login_password' && credential.password !== '' ? credential : null;
  }
}
