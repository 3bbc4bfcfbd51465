import { Injectable } from '@nestjs/common';
import type { ApiToken as WireToken } from '@switchyard/contracts';
import { ApiToken } from '@switchyard/database';
import { notFound } from '../http/refusals.js';
import { DataSource, type Repository } from 'typeorm';
import { AccessChanges } from './access-changes.js';
import type { Caller } from './caller.js';
import { hashSecret, newApiToken } from './credentials.js';

const PREFIX_LENGTH = 8;

/** API tokens. The whole token is told once; afterwards only its first 8 characters (rest contract 3.4). */
@Injectable()
export class TokensService {
  private readonly tokens: Repository<ApiToken>;

  constructor(
    dataSource: DataSource,
    private readonly changes: AccessChanges,
  ) {
    this.tokens = dataSource.getRepository(ApiToken);
  }

  /** Newest first. */
  async list(caller: Caller): Promise<WireToken[]> {
    const rows = await this.tokens.find({ where: { userId: caller.userId }, order: { created: 'DESC' } });
    return rows.map((row) => toWire(row, row.prefix));
  }

  async create(caller: Caller): Promise<WireToken> {
    const token = newApiToken();
    const row = { id: hashSecret(token), prefix: token.slice(0, PREFIX_LENGTH), userId: caller.userId, expired: false };
    await this.tokens.insert(row);
    return toWire(await this.tokens.findOneByOrFail({ id: row.id }), token);
  }

  /**
   * The first call ends the token, a second one removes it from the list (rest contract 14, 7).
   * @param token the whole token, or its first 8 characters if only one own token begins so
   */
  async remove(caller: Caller, token: string): Promise<void> {
    const row = await this.findOwn(caller.userId, token.toLowerCase());
    if (row.expired) {
      await this.tokens.delete({ id: row.id });
      return;
    }
    await this.tokens.update({ id: row.id }, { expired: true });
    this.changes.publish([caller.userId]);
  }

  private async findOwn(userId: number, token: string): Promise<ApiToken> {
    const name = token.length === PREFIX_LENGTH ? { prefix: token } : { id: hashSecret(token) };
    const [row, second] = await this.tokens.find({ where: { userId, ...name }, take: 2 });
    if (!row || second) {
      throw notFound();
    }
    return row;
  }
}

function toWire(row: ApiToken, id: string): WireToken {
  return { id, created: row.created.toISOString(), expired: row.expired, user_id: row.userId };
}
