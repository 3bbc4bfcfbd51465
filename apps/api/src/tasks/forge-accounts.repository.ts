import { forgePage, type ForgeRepository } from '@switchyard/contracts';
import type { Task } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** Where the repository of a template is. */
export interface ForgePlace {
  /** Host of its forge, and its port. */
  host: string;
  /** Path of its page, in lower case. */
  path: string;
}

/** `null` = no forge is known for it. */
export async function forgePlaceOf(manager: EntityManager, templateId: number): Promise<ForgePlace | null> {
  const [repository] = await manager.query<ForgeRepository[]>(
    `select r.git_url, r.forge, r.web_url from template t join git_repository r on r.id = t.repository_id where t.id = $1`,
    [templateId],
  );
  const page = repository ? forgePage(repository) : null;
  return page && { host: new URL(page.origin).host, path: page.parts.map(decodeURIComponent).join('/').toLowerCase() };
}

/** A user who has linked an account at a forge to themselves. */
export interface LinkedUser {
  userId: number;
  admin: boolean;
}

/** Who has linked an account that is known by one of these names. */
export const findLinkedUsers = (
  manager: EntityManager,
  host: string,
  knownBy: readonly string[],
): Promise<LinkedUser[]> =>
  manager.query<LinkedUser[]>(
    `select u.id as "userId", u.admin from "user" u
      where u.left_directory is null
        and exists (select from user_forge_account a where a.user_id = u.id and a.host = $1 and a.account = any($2))
      order by u.id limit 20`,
    [host, knownBy],
  );

/** Whether a user has linked the author of the pull request that a task is of: they count as who started it. */
export async function isAuthor(
  manager: EntityManager,
  { templateId, pullRequest }: Pick<Task, 'templateId' | 'pullRequest'>,
  userId: number,
): Promise<boolean> {
  const author = pullRequest?.author;
  const place = author && (await forgePlaceOf(manager, templateId));
  return Boolean(
    place && (await findLinkedUsers(manager, place.host, author.known_by)).some((user) => user.userId === userId),
  );
}
