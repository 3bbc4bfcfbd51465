import { Inject, Injectable } from '@nestjs/common';
import { type Entitlements, SecretBox } from '@switchyard/server';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { stateTokenContext, taskOfAlias, workspaceOfLogin } from '../job-state.js';
import { hashSecret } from '../../auth/secrets/credentials.js';
import { LoginThrottle } from '../../auth/throttle/login-throttle.js';
import { notFound, unauthorized } from '../../platform/http/refusals.js';
import { ENTITLEMENTS } from '../../platform/infrastructure/tokens.js';
import { AliasCredentials } from './alias-credentials.js';
import { type BasicCredential, isSameCredential, readBasicCredential } from '../../platform/http/basic-credential.js';
import { type AliasKey, findAliasKey, findLivingAttempt } from './state-clients.repository.js';
import type { StateClient } from './state-client.js';

/** How long a credential that was right is not looked at again. */
const REMEMBERED_MS = 1_000;
/** How long it is not tried again, as long as its key stays what it was; where a vault keeps it nobody learns of a change. */
const [PROVEN_MS, PROVEN_BY_VAULT_MS] = [600_000, 60_000] as const;
const MAX_REMEMBERED = 1_000;

/** A credential that was right. */
interface Proof {
  /** Hash of what was sent. */
  key: string;
  /** The sealed text it was compared with: sealing makes another text each time. */
  against: string;
}

const againstOf = ({ id, secret, vaultReference }: AliasKey): string => [id, secret, vaultReference].join('\n');

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
  private readonly proofs = new LRUCache<string, Proof>({ max: MAX_REMEMBERED });

  constructor(
    private readonly dataSource: DataSource,
    private readonly box: SecretBox,
    private readonly credentials: AliasCredentials,
    private readonly throttle: LoginThrottle,
    @Inject(ENTITLEMENTS) private readonly entitlements: Entitlements,
  ) {}

  /** @throws 401, 429, 404 without the feature, 503 when a vault does not give the password of the address */
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
    const isProven = found !== null && proof?.key === key && proof.against === againstOf(found);
    if (proof && !isProven) {
      // A guess from the network address of an owner never passes beside the throttle.
      this.proofs.delete(place);
      this.known.delete(proof.key);
    }
    const alias = isProven ? found : await this.prove(knock, found, credential);
    if (!isProven) {
      const ttl = alias.vaultReference === null ? PROVEN_MS : PROVEN_BY_VAULT_MS;
      this.proofs.set(place, { key, against: againstOf(alias) }, { ttl });
    }
    const { aliasId, projectId, inventoryId } = alias;
    return { projectId, inventoryId, attemptId: null, taskId: null, aliasId, who: null };
  }

  private async prove(
    { alias, ip }: StateKnock,
    found: AliasKey | null,
    credential: BasicCredential,
  ): Promise<AliasKey> {
    // First, as a vault that is away costs nobody a try.
    const right = found && (await this.credentials.of(found));
    const trial = await this.throttle.startTrial('state', `terraform ${alias}`, ip);
    if (!isSameCredential(right ?? { login: '', password: '' }, credential) || !found || !right) {
      throw unauthorized();
    }
    await trial.succeeded();
    return found;
  }
}
