import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { RegisterAnswer, RegisterRequest } from '@switchyard/contracts';
import type { Runner } from '@switchyard/database';
import type { Engine } from '@switchyard/engine';
import { DataSource, type EntityManager } from 'typeorm';
import { hashSecret } from '../../../auth/secrets/credentials.js';
import { TokenBuckets } from '../../../auth/throttle/token-bucket.js';
import type { ApiConfig } from '../../../platform/config.js';
import { refusal, unauthorized } from '../../../platform/http/refusals.js';
import { API_CONFIG, ENGINE } from '../../../platform/infrastructure/tokens.js';
import { insertRunner, UNUSED_IDENTITY, updateRunner } from '../../runner.repository.js';
import { newRunnerSecrets } from '../../runner-secrets.js';
import { ServerKeys } from '../identity/server-keys.js';
import { findRepetition, lockToken, useToken } from './registration.repository.js';

/** Rights of a registration token. */
interface Grant {
  projectId: number | null;
  name: string;
  tags: string[];
  maxParallelTasks: number;
  /** `null` for the token of the configuration. */
  tokenId: number | null;
  /** The runner that is taken over; `null` = a new one. */
  runnerId: number | null;
}

/** Lets runners register themselves with a token, which is used up by it. */
@Injectable()
export class RunnerRegistration {
  /** By address. Guessing is hopeless anyway; this keeps it from costing anything. */
  private readonly attempts = new TokenBuckets({ capacity: 30, refillMs: 2_000 }, 10_000);

  constructor(
    private readonly dataSource: DataSource,
    private readonly serverKeys: ServerKeys,
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** @throws 401 when the token is unknown, used, revoked or over; 429 when too many try */
  async register(request: RegisterRequest, address: string): Promise<RegisterAnswer> {
    if (this.attempts.take(address) > 0) {
      throw refusal(429, 'registrations_full');
    }
    const { publicKey } = await this.serverKeys.keyPair();
    const { token, publicKey: runnerKey } = newRunnerSecrets(request.public_key);
    const { id, name } = await this.dataSource.transaction(async (manager) => {
      // A runner that did not get the answer repeats the request with the same key: it is registered, and gets a new token.
      const again = await findRepetition(manager, hashSecret(request.registration_token), request.public_key);
      if (again) {
        await updateRunner(manager, again.id, { tokenHash: hashSecret(token) });
        return again;
      }
      const grant = await this.grantOf(manager, request);
      const id = await enrol(manager, grant, { tokenHash: hashSecret(token), publicKey: runnerKey });
      if (grant.tokenId !== null) {
        await useToken(manager, grant.tokenId, id);
      }
      return { id, name: grant.name };
    });
    this.engine.signals.runnersChanged([id]);
    return { runner_id: id, name, token, public_key: Buffer.from(publicKey).toString('base64') };
  }

  private async grantOf(
    manager: EntityManager,
    { registration_token: token, name, tags, max_parallel_tasks: maxParallelTasks }: RegisterRequest,
  ): Promise<Grant> {
    if (this.isInstallationToken(token)) {
      return { projectId: null, name, tags, maxParallelTasks, tokenId: null, runnerId: null };
    }
    const row = await lockToken(manager, hashSecret(token));
    if (!row) {
      throw unauthorized('registration_token');
    }
    const { id: tokenId, project_id: projectId, runner_id: runnerId } = row;
    return { projectId, name: row.name, tags: row.tags, maxParallelTasks, tokenId, runnerId };
  }

  /** The token of the configuration makes any number of runners. */
  private isInstallationToken(token: string): boolean {
    const known = this.config.SWITCHYARD_RUNNER_REGISTRATION_TOKEN;
    if (known === undefined) {
      return false;
    }
    const [given, wanted] = [hashSecret(token), hashSecret(known)].map((text) => Buffer.from(text));
    return given !== undefined && wanted !== undefined && timingSafeEqual(given, wanted);
  }
}

/**
 * Makes the runner, or gives the one that is taken over its new identity, and answers its id.
 * @throws 401 when that one was removed
 */
async function enrol(
  manager: EntityManager,
  { projectId, name, tags, maxParallelTasks, runnerId }: Grant,
  identity: Pick<Runner, 'tokenHash' | 'publicKey'>,
): Promise<number> {
  if (runnerId === null) {
    const row = { projectId, name, tags, maxParallelTasks, ...identity, active: true };
    return (await insertRunner(manager, row)).id;
  }
  if (!(await updateRunner(manager, runnerId, { ...identity, ...UNUSED_IDENTITY }))) {
    throw unauthorized('registration_token');
  }
  return runnerId;
}
