import { isObject } from '../source-values.js';
import { HIDDEN } from './source-integrations.js';

/** A backup of a project, and secrets of it in clear by their paths. */
interface Hidden {
  document: object;
  secrets: ReadonlyMap<string, string>;
}

/** Takes the addresses of webhooks out of a backup, which has them in clear, so that they can come sealed. */
export function hiddenAddresses(backup: Readonly<Record<string, unknown>>): Hidden {
  const secrets = new Map<string, string>();
  const hidden = (list: unknown, path: string): unknown =>
    Array.isArray(list) ? list.map((text: unknown, at) => hide(text, `${path}.${at}`)) : list;
  const hide = (text: unknown, path: string): unknown => {
    if (typeof text !== 'string' || text === HIDDEN) {
      return text;
    }
    secrets.set(path, text);
    return HIDDEN;
  };
  const { integrations, integration_aliases: shared } = backup;
  const withHidden = (entry: unknown, place: number): unknown =>
    isObject(entry) ? { ...entry, aliases: hidden(entry['aliases'], `integrations.${place}.aliases`) } : entry;
  const document = {
    ...backup,
    ...(Array.isArray(integrations) && { integrations: integrations.map(withHidden) }),
    ...(Array.isArray(shared) && { integration_aliases: hidden(shared, 'integration_aliases') }),
  };
  return { document, secrets };
}
