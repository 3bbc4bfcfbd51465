import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '@switchyard/concurrency';
import type { Document, LineCounter } from 'yaml';
import { CommandError, EXIT } from '../exit-codes.js';
import { type ProjectDocument, type Section, SECTIONS } from './project-document.js';

/** Most bytes of all files together: what the server takes. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Faults that are shown. */
const MAX_FAULTS = 20;

/** Where an entry of a list stands. */
interface Origin {
  file: ReadFile;
  path: readonly (string | number)[];
}

interface ReadFile {
  name: string;
  document: Document.Parsed;
  lines: LineCounter;
}

/** The files of a project, read and put together. */
export class ProjectFiles {
  constructor(
    readonly document: ProjectDocument,
    private readonly origins: ReadonlyMap<Section, readonly Origin[]>,
  ) {}

  /** `file:line:column` of a member, by its path in the document; `null` = no file has it. */
  place([section, ...path]: readonly (string | number)[]): string | null {
    const ofProject = section === 'meta';
    const origins = this.origins.get((ofProject ? 'project' : section) as Section);
    const origin = origins?.[ofProject ? 0 : Number(path[0])];
    return origin === undefined ? null : placeOf(origin.file, [...origin.path, ...(ofProject ? path : path.slice(1))]);
  }
}

/**
 * Reads all YAML files of a directory.
 * @throws CommandError which names file, line and column of every fault
 */
export async function readFiles(directory: string): Promise<ProjectFiles> {
  const files: ReadFile[] = [];
  for (const { name, text } of await textsOf(directory)) {
    files.push(await parsed(name, text));
  }
  const faults: string[] = [];
  const document: ProjectDocument = { meta: null };
  const origins = new Map<Section, Origin[]>();
  for (const file of files) {
    addTo({ document, origins, faults }, file);
  }
  faults.push(...BY_NAME.flatMap((section) => namesakes(document[section] ?? [], origins.get(section) ?? [])));
  requireNone(faults);
  return new ProjectFiles(document, origins);
}

/** Lists whose entries are referred to by name. */
const BY_NAME = ['keys', 'repositories', 'inventories', 'environments', 'views', 'templates'] as const;

/** Entries of one name, each with the place of the first. */
function namesakes(entries: readonly unknown[], origins: readonly Origin[]): string[] {
  const first = new Map<string, string>();
  return entries.flatMap((entry, index) => {
    const { name, title = name } = Object(entry) as { name?: unknown; title?: unknown };
    const origin = origins[index];
    if (typeof title !== 'string' || origin === undefined) {
      return [];
    }
    const here = placeOf(origin.file, origin.path);
    const other = first.get(title.trim());
    first.set(title.trim(), other ?? here);
    return other === undefined ? [] : [`${here}: "${title}" stands in ${other} too`];
  });
}

async function textsOf(directory: string): Promise<{ name: string; text: string }[]> {
  try {
    const names = (await readdir(directory)).filter((name) => /\.ya?ml$/.test(name)).sort();
    if (names.length === 0) {
      throw new CommandError(`${directory} has no YAML file`, EXIT.usage);
    }
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(directory, name))).size));
    if (sizes.reduce((sum, size) => sum + size, 0) > MAX_BYTES) {
      throw new CommandError(`The files of ${directory} are larger than ${MAX_BYTES} bytes`, EXIT.usage);
    }
    return await Promise.all(
      names.map(async (name) => ({ name: join(directory, name), text: await readFile(join(directory, name), 'utf8') })),
    );
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(messageOf(error), EXIT.usage);
  }
}

async function parsed(name: string, text: string): Promise<ReadFile> {
  const { LineCounter, parseAllDocuments } = await import('yaml');
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false });
  const [document, second] = Array.isArray(documents) ? documents : [];
  if (document === undefined) {
    throw new CommandError(`${name} is empty`, EXIT.usage);
  }
  const faults = [...document.errors, ...document.warnings].map(
    ({ pos, message }) => at(name, lines, pos[0]) + message,
  );
  if (second) {
    faults.push(`${at(name, lines, second.range[0])}a file holds one document`);
  }
  requireNone(faults);
  return { name, document, lines };
}

interface Gathered {
  document: ProjectDocument;
  origins: Map<Section, Origin[]>;
  faults: string[];
}

function addTo({ document, origins, faults }: Gathered, file: ReadFile): void {
  const refuse = (path: readonly (string | number)[], fault: string): void => {
    faults.push(`${placeOf(file, path)}: ${fault}`);
  };
  for (const [name, value] of Object.entries(valueOf(file))) {
    const section = SECTIONS.find((each) => each === name);
    const known = (section && origins.get(section)) ?? [];
    if (section === undefined) {
      refuse([name], `"${name}" is no list of a project`);
    } else if (section === 'project') {
      const [first] = known;
      if (first) {
        refuse([name], `the settings of the project stand in ${placeOf(first.file, first.path)} too`);
      }
      document.meta = value as Record<string, unknown>;
      origins.set(section, [...known, { file, path: [name] }]);
    } else if (Array.isArray(value)) {
      document[section] = [...(document[section] ?? []), ...(value as unknown[])];
      origins.set(section, [...known, ...value.map((_, index) => ({ file, path: [name, index] }))]);
    } else {
      refuse([name], 'must be a list');
    }
  }
}

function valueOf({ name, document, lines }: ReadFile): object {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value;
    }
  } catch (error) {
    throw new CommandError(`${at(name, lines, 0)}${messageOf(error)}`, EXIT.usage);
  }
  throw new CommandError(`${at(name, lines, 0)}must be a mapping such as "templates: […]"`, EXIT.usage);
}

/** The place of a member, or of the next one around it that the file has. */
function placeOf({ name, document, lines }: ReadFile, path: readonly (string | number)[]): string {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as { range?: readonly number[] | null } | undefined;
    if (node?.range) {
      return place(name, lines, node.range[0] ?? 0);
    }
  }
  return place(name, lines, 0);
}

function place(name: string, lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `${name}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
}

const at = (name: string, lines: LineCounter, offset: number): string => `${place(name, lines, offset)}: `;

function requireNone(faults: readonly string[]): void {
  if (faults.length > 0) {
    const more = faults.length > MAX_FAULTS ? [`… and ${faults.length - MAX_FAULTS} more`] : [];
    throw new CommandError([...faults.slice(0, MAX_FAULTS), ...more].join('\n'), EXIT.usage);
  }
}
