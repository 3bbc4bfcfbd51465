import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { problem } from '@switchyard/contracts';
import { parse } from 'yaml';
import { AttemptFailure } from '../../../attempt-failure.js';

/** What ansible-galaxy installs. */
export type GalaxyKind = 'collection' | 'role';

/** A file that requires collections or roles. */
export interface RequirementFile {
  kind: GalaxyKind;
  path: string;
  /** Path as people know it, relative to the checkout. */
  name: string;
  content: string;
  /** Its requirements; each entry is a name or a description of the source. */
  entries: unknown[];
}

/**
 * The requirement files of a playbook, collections first: beside the playbook and at the top of the repository, each
 * in the folder of its kind or as `requirements.yml` for both.
 * @throws AttemptFailure when one is not valid YAML.
 */
export async function findRequirementFiles(checkout: string, playbook: string): Promise<RequirementFile[]> {
  const found: RequirementFile[] = [];
  for (const kind of ['collection', 'role'] as const) {
    for (const path of candidates(checkout, playbook, kind)) {
      const file = await readRequirements(checkout, path, kind);
      found.push(...(file.entries.length > 0 ? [file] : []));
    }
  }
  return found;
}

function candidates(checkout: string, playbook: string, kind: GalaxyKind): string[] {
  const dirs = [...new Set([dirname(join(checkout, playbook)), checkout])];
  const paths = dirs.flatMap((dir) => [join(dir, `${kind}s`, 'requirements'), join(dir, 'requirements')]);
  return paths.flatMap((path) => [`${path}.yml`, `${path}.yaml`].find(existsSync) ?? []);
}

async function readRequirements(checkout: string, path: string, kind: GalaxyKind): Promise<RequirementFile> {
  const name = relative(checkout, path);
  const content = await readFile(path, 'utf8');
  return { kind, path, name, content, entries: entriesOf(parseYaml(content, name), kind) };
}

/** A list is the old form and means roles; a mapping names its kinds. */
function entriesOf(document: unknown, kind: GalaxyKind): unknown[] {
  if (Array.isArray(document)) {
    return kind === 'role' ? document : [];
  }
  const section = (document as Partial<Record<string, unknown>> | null)?.[`${kind}s`];
  return Array.isArray(section) ? section : [];
}

function parseYaml(content: string, name: string): unknown {
  try {
    return parse(content);
  } catch (error) {
    const [fault = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new AttemptFailure(problem('requirements_yaml', { file: name, reason: fault }));
  }
}
