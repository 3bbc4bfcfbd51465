import type { ForgeAccount } from '@switchyard/contracts';
import { firstText, memberAt } from './document-members.js';

/** Most characters of a name. */
const MAX_NAME = 100;
/** Characters of ids and logins. */
const ID = /^[!-~]{1,128}$/;

/**
 * The account that a webhook describes. A login that could be an id is left out: another account may have that id. Bitbucket and Azure DevOps give names
 * to several accounts, so their ids count alone.
 * @returns null when nothing of it is known
 */
export function forgeAccount(user: unknown): ForgeAccount | null {
  const ids = [memberAt(user, 'id'), memberAt(user, 'account_id'), memberAt(user, 'uuid')];
  const login = firstText(memberAt(user, 'login'), memberAt(user, 'username')) ?? '';
  const known = [...ids.map(idText), /^\d*$/.test(login) ? '' : login].filter((text) => ID.test(text));
  const name = firstText(login || undefined, memberAt(user, 'nickname'), memberAt(user, 'displayName'), known[0]) ?? '';
  return known.length === 0
    ? null
    : { name: name.slice(0, MAX_NAME), known_by: [...new Set(known.map((text) => text.toLowerCase()))] };
}

const idText = (id: unknown): string => (typeof id === 'string' || Number.isSafeInteger(id) ? String(id) : '');
