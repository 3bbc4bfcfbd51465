import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type GivenIdTokens, ID_TOKEN_SECONDS, type IdTokensAnswer, type IdTokensRequest } from '@switchyard/contracts';
import { type Engine, readLivingAttempt } from '@switchyard/engine';
import nacl from 'tweetnacl';
import type { ApiConfig } from '../../../platform/config.js';
import { forbidden } from '../../../platform/http/refusals.js';
import { API_CONFIG, ENGINE } from '../../../platform/infrastructure/tokens.js';
import { isForkCode } from '../../assignments/fork-code.js';
import { Boxes } from '../boxes/boxes.js';
import type { RunnerIdentity } from '../identity/runner-identity.js';
import { type IdTokenFacts, idTokenClaims, triggerOf } from './id-token-claims.js';
import { type AttemptRow, findAttemptRow } from './id-token-facts.repository.js';
import { issuerOf } from './issuer.js';
import { SigningKeys } from './signing-keys.js';

/** Gives ID tokens to attempts whose template asks for them. They are stored nowhere. */
@Injectable()
export class IdTokens {
  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
    private readonly keys: SigningKeys,
    private readonly boxes: Boxes,
  ) {}

  /**
   * The tokens of a living attempt that the runner holds, sealed to it.
   * @throws LeaseLostError, or 403 when its template asks for none, its code may come from a fork, or this server has no public address
   */
  async give(runner: RunnerIdentity, request: IdTokensRequest): Promise<IdTokensAnswer> {
    await readLivingAttempt(this.engine, runner.id, request, 'id-tokens');
    const row = await findAttemptRow(this.engine.dataSource.manager, request.attempt);
    const issuer = issuerOf(this.config);
    if (!row || !issuer || row.id_tokens.length === 0 || isForkCode(row.pull_request, row.branches)) {
      throw forbidden();
    }
    const facts = factsOf(row, request);
    const now = Date.now();
    const tokens = await Promise.all(
      row.id_tokens.map(async ({ variable, audience }) => {
        const claims = idTokenClaims(facts, { issuer, audience, id: randomUUID(), now });
        return { variable, token: await this.keys.sign(claims) };
      }),
    );
    return this.sealed(runner, { tokens, seconds: ID_TOKEN_SECONDS });
  }

  private async sealed(runner: RunnerIdentity, given: GivenIdTokens): Promise<IdTokensAnswer> {
    const nonce = new Uint8Array(randomBytes(nacl.box.nonceLength));
    const sealed = await this.boxes.seal(runner, new Uint8Array(Buffer.from(JSON.stringify(given))), nonce);
    return { nonce: Buffer.from(nonce).toString('base64'), sealed: sealed.toString('base64') };
  }
}

const factsOf = (row: AttemptRow, { commit_hash: commit, commit_branch: branch }: IdTokensRequest): IdTokenFacts => ({
  project_id: row.project_id,
  project: row.project,
  template_id: row.template_id,
  template: row.template,
  task_id: row.task_id,
  attempt: row.number,
  trigger: triggerOf({
    userId: row.user_id,
    scheduleId: row.schedule_id,
    integrationId: row.integration_id,
    isOfPullRequest: row.pull_request !== null,
    isOfWorkflow: row.is_of_workflow,
  }),
  user_id: row.user_id,
  user: row.user,
  branch: branch ?? null,
  commit: commit ?? null,
  environment_id: row.environment_id,
  environment: row.environment,
});
