import { Inject, Injectable } from '@nestjs/common';
import type { Credential } from '@switchyard/contracts';
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
import { type AliasKey, findAliasKey, findLivingAttempt } from './state-clients.repository.js';
import type { StateClient } from './state-client.js';

/** How long a credential that was right is not looked at again. */
const REMEMBERED_MS = 1_000;
/** How long it is not tried again, as long as its key stays what it was. */
const PROVEN_MS = 600_000;
const MAX_REMEMBERED = 1_000;

/** A credential that was right. */
interface Proof {
  /** Hash of what was sent. */
  key: string;
  /** The sealed secret that it was compared with: sealing makes another text each time. */
  secret: string | null;
}

/** Where a request comes from and what it claims. */
export interface StateKnock {
  /** Last part of the address. */
  alias: string;
  authorization: string | undefined;
  ip: string;
}

/**
 * Finds out who uses the HTTP backend. Tries of secrets are slowed down like those of sign-in. One that was right is
 * remembered for a second, and after that only its key is looked at again, so that a run costs one try.
 */
@Injectable()
export class StateClients {
  private readonly known = new LRUCache<string, Promise<StateClient>>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
  /** By the network address and the address of the backend. */
  private readonly proofs = new LRUCache<string, Proof>({ max: MAX_REMEMBERED, ttl: PROVEN_MS });

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
    const key = hashSecret(`${knock.ip}\n${knock.alias}\n${knock.authorization ?? ''}`);
    const known = this.known.get(key);
    if (known) {
      return known;
    }
    const asked = this.asked(key, knock, credential);
    this.known.set(key, asked);
    asked.catch(() => this.known.delete(key));
    return asked;
  }

  private async asked(key: string, knock: StateKnock, credential: BasicCredential): Promise<StateClient> {
    const place = `${knock.ip}\n${knock.alias}`;
    const found = await findAliasKey(this.dataSource.manager, knock.alias);
    const proof = this.proofs.get(place);
    const isProven = proof?.key === key && proof.secret === found?.secret;
    if (proof && !isProven) {
      // Who guesses from the network address of an owner finds nothing that lets a guess pass beside the throttle.
      this.proofs.delete(place);
      this.known.delete(proof.key);
    }
    const alias = found && isProven ? found : await this.prove(knock, found, credential);
    this.proofs.set(place, { key, secret: alias.secret });
    const { aliasId, projectId, inventoryId } = alias;
    return { projectId, inventoryId, attemptId: null, taskId: null, aliasId, who: null };
  }

  private async prove(
    { alias, ip }: StateKnock,
    found: AliasKey | null,
    credential: BasicCredential,
  ): Promise<AliasKey> {
    const trial = await this.throttle.startTrial('state', `terraform ${alias}`, ip);
    const right = found && this.credentialOf(found);
    if (!isSameCredential(right ?? { login: '', password: '' }, credential) || !found || !right) {
      throw unauthorized();
    }
    await trial.succeeded();
    return found;
  }

  /** `null` = the key holds no login and password, so nobody has them. */
  private credentialOf({ keyId, secret }: AliasKey): (Credential & { type: 'login_password' }) | null {
    const credential = openCredential(this.box, { id: keyId, secret });
    return credential.type === 'login_password' && credential.password !== '' ? credential : null;
  }
}
