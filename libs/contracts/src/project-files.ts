import { type Document, LineCounter, parseAllDocuments } from 'yaml';
import { BACKUP_SECTIONS, type BackupSection } from './project/sections.js';

/** Lists of files, each of one kind of resource. */
export const SECTIONS = ['project', ...BACKUP_SECTIONS] as const;
export type Section = (typeof SECTIONS)[number];

/** A project as files hold it. A list that they lack is absent. */
export type ProjectDocument = Partial<Record<BackupSection, unknown[]>> & {
  /** Settings of the project, its name among them; `null` = the files have none. */
  meta: Record<string, unknown> | null;
};

/** Faults that are named. */
const MAX_FAULTS = 20;

/** Faults of files, each with its place. */
export class FileFaults extends Error {
  constructor(faults: readonly string[]) {
    const more = faults.length > MAX_FAULTS ? [`… and ${faults.length - MAX_FAULTS} more`] : [];
    super([...faults.slice(0, MAX_FAULTS), ...more].join('\n'));
  }
}

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

  /** The places of all entries, by their lists. */
  places(): Partial<Record<Section, string[]>> {
    const placed = [...this.origins].map(([section, origins]) => [
      section,
      origins.map(({ file, path }) => placeOf(file, path)),
    ]);
    return Object.fromEntries(placed) as Partial<Record<Section, string[]>>;
  }
}

/**
 * Puts YAML files together, the texts by their names.
 * @throws FileFaults which names file, line and column of every fault
 */
export function parseFiles(texts: readonly { name: string; text: string }[]): ProjectFiles {
  const files = texts.map(({ name, text }) => parsed(name, text));
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

function parsed(name: string, text: string): ReadFile {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false });
  const [document, second] = Array.isArray(documents) ? documents : [];
  if (document === undefined) {
    throw new FileFaults([`${name} is empty`]);
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
    if (error instanceof Error) {
      throw new FileFaults([at(name, lines, 0) + error.message]);
    }
    throw error;
  }
  throw new FileFaults([`${at(name, lines, 0)}must be a mapping such as "templates: […]"`]);
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
    throw new FileFaults(faults);
  }
}
