import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { RegisterAnswer, RegisterRequest } from '@switchyard/contracts';
import { Runner } from '@switchyard/database';
import type { Engine } from '@switchyard/engine';
import { DataSource, type EntityManager } from 'typeorm';
import { hashSecret } from '../../auth/secrets/credentials.js';
import { TokenBuckets } from '../../auth/throttle/token-bucket.js';
import type { ApiConfig } from '../../config.js';
import { refusal, unauthorized } from '../../http/refusals.js';
import { API_CONFIG, ENGINE } from '../../infrastructure/tokens.js';
import { newRunnerSecrets } from '../../runners/runner-secrets.js';
import { ServerKeys } from '../identity/server-keys.js';

/** What a registration token allows. */
interface Grant {
  projectId: number | null;
  name: string;
  tags: string[];
  maxParallelTasks: number;
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
      const again = await this.repetition(manager, request);
      if (again) {
        await manager.update(Runner, { id: again.id }, { tokenHash: hashSecret(token) });
        return again;
      }
      const { grant, use } = await this.grantOf(manager, request);
      const row = { ...grant, tokenHash: hashSecret(token), publicKey: runnerKey, active: true };
      const { identifiers } = await manager.insert(Runner, row);
      const runnerId = Number(identifiers[0]?.['id']);
      await use(runnerId);
      return { id: runnerId, name: grant.name };
    });
    this.engine.signals.runnersChanged([id]);
    return { runner_id: id, name, token, public_key: Buffer.from(publicKey).toString('base64') };
  }

  /** A runner that did not hear the answer asks again with the same key: it is registered already and gets a new token. */
  private async repetition(
    manager: EntityManager,
    { registration_token: token, public_key: publicKey }: RegisterRequest,
  ): Promise<{ id: number; name: string } | null> {
    const [row] = await manager.query<{ id: number; name: string }[]>(
      `select runner.id, runner.name from runner_registration_token t join runner on runner.id = t.runner_id
        where t.token_hash = $1 and t.used > now() - interval '10 min' and runner.public_key = $2
          and runner.touched is null`,
      [hashSecret(token), publicKey],
    );
    return row ?? null;
  }

  private async grantOf(
    manager: EntityManager,
    { registration_token: token, name, tags, max_parallel_tasks: maxParallelTasks }: RegisterRequest,
  ): Promise<{ grant: Grant; use: (runnerId: number) => Promise<unknown> }> {
    if (this.isInstallationToken(token)) {
      return { grant: { projectId: null, name, tags, maxParallelTasks }, use: () => Promise.resolve() };
    }
    // The project first, as its deletion takes it before the token.
    await manager.query(
      `select 1 from project
        where id = (select project_id from runner_registration_token where token_hash = $1) for key share`,
      [hashSecret(token)],
    );
    const [row] = await manager.query<{ id: number; project_id: number | null; name: string; tags: string[] }[]>(
      `select id, project_id, name, tags from runner_registration_token
        where token_hash = $1 and used is null and expires > now() for update`,
      [hashSecret(token)],
    );
    if (!row) {
      throw unauthorized('registration_token');
    }
    return {
      grant: { projectId: row.project_id, name: row.name, tags: row.tags, maxParallelTasks },
      use: (runnerId) =>
        manager.query('update runner_registration_token set used = now(), runner_id = $2 where id = $1', [
          row.id,
          runnerId,
        ]),
    };
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
