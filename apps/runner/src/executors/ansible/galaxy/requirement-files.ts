import { dirname, join, relative } from 'node:path';
import { problem } from '@switchyard/contracts';
import { parse } from 'yaml';
import { AttemptFailure } from '../../../attempt-failure.js';
import type { AttemptFiles } from '../../../files/attempt-files.js';

/** Kinds of content that ansible-galaxy installs. */
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
export async function findRequirementFiles(
  files: AttemptFiles,
  checkout: string,
  playbook: string,
): Promise<RequirementFile[]> {
  const found: RequirementFile[] = [];
  for (const kind of ['collection', 'role'] as const) {
    for (const paths of candidates(checkout, playbook, kind)) {
      const file = await readFirst(files, checkout, { paths, kind });
      found.push(...(file && file.entries.length > 0 ? [file] : []));
    }
  }
  return found;
}

/** Paths of which the first that exists counts, for each place. */
function candidates(checkout: string, playbook: string, kind: GalaxyKind): string[][] {
  const dirs = [...new Set([dirname(join(checkout, playbook)), checkout])];
  const paths = dirs.flatMap((dir) => [join(dir, `${kind}s`, 'requirements'), join(dir, 'requirements')]);
  return paths.map((path) => [`${path}.yml`, `${path}.yaml`]);
}

async function readFirst(
  files: AttemptFiles,
  checkout: string,
  { paths, kind }: { paths: readonly string[]; kind: GalaxyKind },
): Promise<RequirementFile | null> {
  for (const path of paths) {
    const content = (await files.read(path))?.toString('utf8');
    if (content !== undefined) {
      const name = relative(checkout, path);
      return { kind, path, name, content, entries: entriesOf(parseYaml(content, name), kind) };
    }
  }
  return null;
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
