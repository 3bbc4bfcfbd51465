import { readFile, stat } from 'node:fs/promises';
import { messageOf } from '@switchyard/concurrency';
import { own } from '@switchyard/contracts';
import { CommandError, EXIT } from '../../exit-codes.js';
import { isObject, type SourceRow, textOf } from '../source-values.js';

/** Most bytes of an export. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Lists of an export (awxkit, `EXPORTABLE_RESOURCES`) that are read, by the type in the natural keys of their objects. */
const LISTS = {
  user: 'users',
  team: 'teams',
  organization: 'organizations',
  credential: 'credentials',
  credential_type: 'credential_types',
  notification_template: 'notification_templates',
  project: 'projects',
  inventory: 'inventory',
  inventory_source: 'inventory_sources',
  job_template: 'job_templates',
  workflow_job_template: 'workflow_job_templates',
} as const;
export type AwxType = keyof typeof LISTS;

/** Stands in place of a secret. */
export const ENCRYPTED = '$encrypted$';

/** Output of `awx export`: objects, which name each other by natural keys. */
export class AwxExport {
  private readonly byKey = new Map<string, SourceRow>();
  /** `null` = several of a name. */
  private readonly byName = new Map<string, SourceRow | null>();

  constructor(private readonly lists: SourceRow) {
    for (const type of Object.keys(LISTS) as AwxType[]) {
      for (const asset of this.assets(type)) {
        const name = `${type} ${nameOf(asset)}`;
        this.byKey.set(keyText(asset['natural_key']), asset);
        this.byName.set(name, this.byName.has(name) ? null : asset);
      }
    }
  }

  assets(type: AwxType): SourceRow[] {
    return objects(this.lists[LISTS[type]]);
  }

  /** The object that a natural key means; `null` = none. Some versions drop the organization of a key, so a name will do. */
  find(key: unknown): SourceRow | null {
    const named = isObject(key) ? this.byName.get(`${textOf(key, 'type')} ${nameOf(key)}`) : null;
    return this.byKey.get(keyText(key)) ?? named ?? null;
  }
}

/** The objects of a list; a list that could not be exported is `null`. */
export const objects = (value: unknown): SourceRow[] =>
  Array.isArray(value) ? (value as unknown[]).filter((each) => isObject(each)) : [];

/** Objects, or natural keys, that belong to one. */
export const related = (asset: SourceRow, name: string): SourceRow[] => {
  const lists = asset['related'];
  return isObject(lists) ? objects(own(lists, name)) : [];
};

/** A natural key as a text, whatever the order of its members. */
export const keyText = (key: unknown): string =>
  JSON.stringify(key, (_, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  ) ?? '';

export const nameOf = (asset: SourceRow): string => textOf(asset, 'name') || textOf(asset, 'username');

/** The organization of an object or a natural key, by its name; '' = none. */
export function organizationOf(asset: SourceRow | null): string {
  const organization = asset?.['organization'];
  const key = asset?.['natural_key'];
  if (isObject(organization)) {
    return textOf(organization, 'name');
  }
  return isObject(key) ? organizationOf(key) : '';
}

/**
 * Reads a file that `awx export` wrote, as JSON or YAML.
 * @throws CommandError
 */
export async function readExport(file: string): Promise<AwxExport> {
  try {
    if ((await stat(file)).size > MAX_BYTES) {
      throw new CommandError(`${file} is larger than ${MAX_BYTES} bytes`, EXIT.usage);
    }
    return new AwxExport(listsOf(await parse(await readFile(file, 'utf8'))));
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${file}: ${messageOf(error)}`, EXIT.usage);
  }
}

/** JSON is YAML, too, whose reader names the line and column of a fault; its own reader is faster. */
async function parse(text: string): Promise<unknown> {
  if (/^\s*[[{]/.test(text)) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // It is broken, or YAML in one line.
    }
  }
  const { parse: parseYaml } = await import('yaml');
  return parseYaml(text) as unknown;
}

function listsOf(content: unknown): SourceRow {
  if (Array.isArray(content)) {
    throw new CommandError('This is an export of tower-cli. Export again with "awx export"', EXIT.usage);
  }
  const known: string[] = Object.values(LISTS);
  if (!isObject(content) || !Object.keys(content).some((name) => known.includes(name))) {
    throw new CommandError('This is no export of AWX: it has none of its lists', EXIT.usage);
  }
  const broken = known.find((name) => !Array.isArray(own(content, name) ?? []));
  if (broken !== undefined) {
    throw new CommandError(`"${broken}" of the export is no list`, EXIT.usage);
  }
  return content;
}

/** Names of one list, each of them once. */
export class Names {
  private readonly taken = new Set<string>();

  take(wanted: string): string {
    const name = wanted.trim() || 'Unnamed';
    let free = name;
    for (let count = 2; this.taken.has(free); count += 1) {
      free = `${name} ${count}`;
    }
    this.taken.add(free);
    return free;
  }
}
