import { Injectable } from '@nestjs/common';
import type { ApiToken as WireToken, ApiTokenInput, TokenScope } from '@switchyard/contracts';
import { ApiToken } from '@switchyard/database';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditTrail } from '../audit/audit-trail.js';
import { badMember, badRequest, forbidden, notFound, unauthorized } from '../../platform/http/refusals.js';
import { AccessChanges } from '../access/access-changes.js';
import type { Caller } from '../access/caller.js';
import { hashSecret, newApiToken } from '../secrets/credentials.js';
import { endWithin, requireFreshSignIn } from '../access/fresh-sign-in.js';
import {
  countTokens,
  deleteToken,
  endWithAllItMade,
  findTwoTokens,
  holdCredential,
  insertToken,
  listTokens,
  lockToken,
} from './api-token.repository.js';

const PREFIX_LENGTH = 8;
/** Tokens that one user may have, ended ones included. */
const MAX_TOKENS = 1_000;

/** API tokens. The whole token is returned once; afterwards only its first 8 characters. */
@Injectable()
export class TokensService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
    private readonly audit: AuditTrail,
  ) {}

  /** Newest first. */
  async list(caller: Caller): Promise<WireToken[]> {
    const rows = await listTokens(this.dataSource.manager, caller.userId);
    return rows.map((row) => toWire(row, row.prefix));
  }

  /**
   * A token that a token makes ends no later than that one, however it ends, and has no scope.
   * @throws 400 when it would be past its end already, or the user has too many tokens; 403 for a scope that the caller
   * cannot give
   */
  async create(caller: Caller, { name, expires_at: end, scopes }: ApiTokenInput): Promise<WireToken> {
    const { userId } = caller;
    requireScopes(caller, scopes);
    const requested = end === null ? null : new Date(end);
    if (requested && requested.getTime() <= Date.now()) {
      throw badMember('expires_at', 'in_past');
    }
    const expires = endWithin(caller, requested);
    return this.dataSource.transaction(async (manager) => {
      if (!(await holdCredential(manager, caller))) {
        throw unauthorized();
      }
      return this.insert(manager, { userId, name, expires, madeBy: caller.tokenId, scopes });
    });
  }

  /** Makes a token in a transaction of the caller's. @throws 400 when the user has too many */
  async insert(
    manager: EntityManager,
    members: Pick<ApiToken, 'userId' | 'name' | 'expires' | 'madeBy' | 'scopes'>,
  ): Promise<WireToken> {
    if ((await countTokens(manager, members.userId)) >= MAX_TOKENS) {
      throw badRequest('tokens_full', { max: MAX_TOKENS });
    }
    const token = newApiToken();
    const made = { id: hashSecret(token), prefix: prefixOf(token), expired: false, lastUsed: null, lastUsedFrom: null };
    const row = await insertToken(manager, { ...made, ...members });
    await this.record(manager, null, row);
    return { ...toWire(row, token), token_id: token };
  }

  /**
   * The first call ends the token, a second one removes it from the list.
   * @param token the whole token, or its first 8 characters if only one own token begins so
   */
  async remove(caller: Caller, token: string): Promise<void> {
    const row = await this.findOwn(caller.userId, token.toLowerCase());
    await this.dataSource.transaction(async (manager) => {
      await lockToken(manager, row.id);
      const ended = isOver(row) ? null : { ...row, expired: true };
      await (ended ? endWithAllItMade(manager, row.id) : deleteToken(manager, row.id));
      await this.record(manager, row, ended);
    });
    this.changes.publish([caller.userId]);
  }

  /** By the beginning of the token: its id must not be read anywhere. */
  private record(manager: EntityManager, before: ApiToken | null, after: ApiToken | null): Promise<void> {
    const objectId = after?.prefix ?? before?.prefix ?? '';
    return this.audit.record(manager, { entity: ApiToken, objectType: 'token', objectId, before, after });
  }

  private async findOwn(userId: number, token: string): Promise<ApiToken> {
    const name = token.length === PREFIX_LENGTH ? { prefix: token } : { id: hashSecret(token) };
    const [row, second] = await findTwoTokens(this.dataSource.manager, { userId, ...name });
    if (!row || second) {
      throw notFound();
    }
    return row;
  }
}

/** No token gives a scope, and only administrators give the one that changes accounts. @throws 403 */
function requireScopes(caller: Caller, scopes: readonly TokenScope[]): void {
  if (scopes.length === 0) {
    return;
  }
  requireFreshSignIn(caller);
  if (!caller.admin && scopes.includes('accounts')) {
    throw forbidden();
  }
}

const prefixOf = (token: string): string => token.slice(0, PREFIX_LENGTH);

const isOver = ({ expired, expires }: ApiToken): boolean =>
  expired || (expires !== null && expires.getTime() <= Date.now());

function toWire(row: ApiToken, id: string): WireToken {
  return {
    id,
    name: row.name,
    created: row.created.toISOString(),
    expires_at: row.expires?.toISOString() ?? null,
    expired: isOver(row),
    scopes: row.scopes,
    last_used_at: row.lastUsed?.toISOString() ?? null,
    last_used_from: row.lastUsedFrom,
    user_id: row.userId,
  };
}
