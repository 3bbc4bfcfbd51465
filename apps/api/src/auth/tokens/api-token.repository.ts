import { ApiToken } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** Newest first. */
export const listTokens = (manager: EntityManager, userId: number): Promise<ApiToken[]> =>
  manager.find(ApiToken, { where: { userId }, order: { created: 'DESC' } });

export const countTokens = (manager: EntityManager, userId: number): Promise<number> =>
  manager.countBy(ApiToken, { userId });

/** Up to two tokens of a user with this id, or that begin so. */
export const findTwoTokens = (
  manager: EntityManager,
  which: { userId: number; id?: string; prefix?: string },
): Promise<ApiToken[]> => manager.find(ApiToken, { where: which, take: 2 });

/** Stores a token; answers it as it is stored. */
export async function insertToken(manager: EntityManager, token: Omit<ApiToken, 'created'>): Promise<ApiToken> {
  await manager.insert(ApiToken, token);
  return manager.findOneByOrFail(ApiToken, { id: token.id });
}

export async function deleteToken(manager: EntityManager, id: string): Promise<void> {
  await manager.delete(ApiToken, { id });
}

/** Ends all tokens of a user. */
export async function endTokens(manager: EntityManager, userId: number): Promise<void> {
  await manager.update(ApiToken, { userId }, { expired: true });
}

/** Locks a token until the transaction ends. */
export async function lockToken(manager: EntityManager, id: string): Promise<void> {
  await manager.query('select 1 from api_token where id = $1 for update', [id]);
}

/** Ends a token, those it made, and so on. */
export async function endWithAllItMade(manager: EntityManager, id: string): Promise<void> {
  await manager.query(
    `with recursive made as (
       select id from api_token where id = $1
       union select t.id from api_token t join made on t.made_by = made.id)
     update api_token set expired = true where id in (select id from made)`,
    [id],
  );
}

/**
 * Keeps a user and the credential of the call as they are until the transaction ends.
 * @param tokenId `null`: the call came with the session
 * @returns false when the credential has ended meanwhile
 */
export async function holdCredential(
  manager: EntityManager,
  { userId, tokenId, sessionId }: { userId: number; tokenId: string | null; sessionId: string | null },
): Promise<boolean> {
  await manager.query('select 1 from "user" where id = $1 for share', [userId]);
  const held = await manager.query<unknown[]>(
    tokenId === null
      ? 'select 1 from session where id = $1 for share'
      : 'select 1 from api_token where id = $1 and not expired for share',
    [tokenId ?? sessionId],
  );
  return held.length > 0;
}
