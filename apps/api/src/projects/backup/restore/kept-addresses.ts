import type { EntityManager } from 'typeorm';
import { takenAliases } from './restore.repository.js';

/** Paths of the addresses of an integration, and of those of the project. */
const ADDRESS = /^(?:integrations\.\d{1,5}\.aliases|integration_aliases)\.\d{1,3}$/;
/** What is shorter can be guessed, and what has other signs is no part of a path as it stands. */
const KEPT = /^[\w-]{16,64}$/;

/** Whether a secret of a file is an address of webhooks. */
export const isAddress = (path: string): boolean => ADDRESS.test(path);

/**
 * The secrets without the addresses that cannot stay: somebody has them, or they are none. New ones take their places.
 * Senders of the others need no change.
 */
export async function withoutTaken(
  manager: EntityManager,
  opened: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...opened].flatMap(([path, text]) => (isAddress(path) ? [text] : []));
  const taken = await takenAliases(manager, wanted);
  const stays = ([path, text]: readonly [string, string]): boolean => {
    const isFree = KEPT.test(text) && !taken.has(text);
    taken.add(text);
    return isFree || !isAddress(path);
  };
  return new Map([...opened].filter((each) => stays(each)));
}
