import { issuesOf, own, type Problem, problem } from '@switchyard/contracts';
import type { SecretBox } from '@switchyard/server';
import type { DataSource } from 'typeorm';
import type { z } from 'zod';
import { RESOURCES, type ResourceNoun, type RowOfNoun } from '../../../definitions/all-resources.js';
import type { ChildDefinition } from '../../../definitions/definition.js';
import type { OwnedRow } from '../../../platform/database/owned-rows.repository.js';
import { mapInTurns } from '../../../platform/workers/in-turns.js';
import { type BackupMember, childMembersOf, type Kind, kindOf, membersOf, referredKinds } from '../backup-members.js';
import { type FileEntries, type FileEntry, isObject } from './file-entries.js';
import type { Findings } from './findings.js';
import type { OpenedSecrets } from './opened-secrets.js';

type Columns = Record<string, unknown>;

/** Rows that belong to one that is restored. */
export interface ReadChildren {
  child: ChildDefinition;
  members: readonly BackupMember[];
  rows: Columns[];
  /** Where the rows are secrets, each in clear. */
  texts?: string[];
}

/** A row as the file has it. Where it refers to another, its column holds the place of that one in its list, from 1. */
export interface ReadRow {
  kind: Kind;
  path: FileEntry['path'];
  /** Entry as parsed by the schema of the resource. */
  input: unknown;
  columns: Columns;
  children: ReadChildren[];
  /** Columns that are sealed for the row, of what the file holds sealed. */
  seals?: RowSeals;
}

/**
 * The columns of a row by the type of its noun, to be read and set. The schema and the definition of the noun have made
 * them, so that the row has every column that people set.
 * @throws when the row is of another noun
 */
export function columnsOf<N extends ResourceNoun>({ kind, columns }: ReadRow, noun: N): RowOfNoun<N> {
  if (kind.noun !== noun) {
    throw new Error(`a row of ${kind.noun} is none of ${noun}`);
  }
  // The compiler cannot follow `kind.noun` to the entity.
  return columns as unknown as RowOfNoun<N>;
}

/** Makes the values of columns, by their names, for a row that has its id by then. */
export type RowSeals = Readonly<
  Record<string, (box: SecretBox, ids: { id: number; projectId: number }) => string | null>
>;

export type ReadRows = ReadonlyMap<ResourceNoun, ReadRow[]>;

/** How children are made whose secret is known. */
type Filled = Extract<ChildDefinition['backup'], { filled: unknown }>['filled'];

/** An id by its name: nothing in a file is one. */
export const isId = (name: string): boolean => name === 'id' || /_ids?$/.test(name);

/** What a file holds beside its secrets. */
export interface FileContent {
  entries: FileEntries;
  /** Ids of the people whom entries may name, by their logins. */
  people: ReadonlyMap<string, number>;
}

/** Reads the entries of a file by the definitions of the resources: each by the schema that its form has. */
export class DocumentReader {
  private readonly places: Map<Kind, Map<string, number>>;

  constructor(
    private readonly source: DataSource,
    private readonly content: FileContent,
    private readonly findings: Findings,
    private readonly opened: OpenedSecrets,
  ) {
    this.places = new Map([...referredKinds(source)].map((kind) => [kind, this.placesOf(kind)]));
  }

  /** Faults are in the findings; a row with one is missing. */
  async read(): Promise<ReadRows> {
    const rows = new Map<ResourceNoun, ReadRow[]>();
    for (const kind of RESOURCES) {
      rows.set(kind.noun, (await mapInTurns(this.entriesOf(kind), (each) => this.row(kind, each))).flat());
    }
    return rows;
  }

  private entriesOf(kind: Kind): readonly FileEntry[] {
    return this.content.entries.get(kind.backup.section) ?? [];
  }

  private placesOf(kind: Kind): Map<string, number> {
    const places = new Map<string, number>();
    this.entriesOf(kind).forEach(({ path, entry }, index) => {
      const name = own(entry, kind.label);
      if (typeof name === 'string' && places.has(name.trim())) {
        this.findings.refuse([...path, kind.label], 'name_taken');
      } else if (typeof name === 'string') {
        places.set(name.trim(), index + 1);
      }
    });
    return places;
  }

  private row(kind: Kind, { path, entry }: FileEntry): ReadRow[] {
    const members = membersOf(this.source, kind);
    const children = (kind.children ?? []).map((child) => this.childBodies(child, path, entry));
    const lists = Object.fromEntries(children.map(({ child, bodies }) => [child.backup.list, bodies]));
    const within = this.withinOf(kind, path, entry);
    const body = { ...this.body(members, path, entry), ...within, ...lists };
    const input = this.parsed(kind.input, body, { path, members });
    return input === null
      ? []
      : [
          {
            kind,
            path,
            input,
            columns: { ...kind.columns(input, null) },
            children: children.map((each) => this.children(each, path)),
          },
        ];
  }

  /** The entry with ids in place of names, as the body of a request has them. */
  private body(members: readonly BackupMember[], path: FileEntry['path'], entry: Columns): Columns {
    const references = members.filter(({ target }) => target !== null);
    const people = members.filter(({ isPeople }) => isPeople);
    const names = new Set([...references, ...people].map(({ name }) => name));
    const plain = Object.entries(entry).filter(([name, value]) => {
      if (isId(name) && value !== null && value !== undefined) {
        this.findings.refuse([...path, name], 'restore_id');
      }
      return !isId(name) && !names.has(name);
    });
    const places = references.map(({ name, column, target }) => [
      column,
      target && this.place(target, [...path, name], own(entry, name)),
    ]);
    const named = people.map(({ name, column }) => [column, this.people([...path, name], own(entry, name))]);
    return Object.fromEntries([...plain, ...places, ...named]) as Columns;
  }

  /** The ids of people by their logins. Those who are not there are left out. */
  private people(path: FileEntry['path'], logins: unknown): number[] {
    return (Array.isArray(logins) ? (logins as unknown[]) : []).flatMap((login, index) => {
      const id = this.content.people.get(String(login));
      if (id === undefined) {
        this.findings.note([...path, index], 'restore_user', { name: String(login).slice(0, 255) });
      }
      return id ?? [];
    });
  }

  /** JSON columns with references inside of them; an id there is dropped, as it is of another installation. */
  private withinOf(kind: Kind, path: FileEntry['path'], entry: Columns): Columns {
    const within = Object.entries(kind.backup.within ?? {}) as [string, Record<string, (new () => OwnedRow) | null>][];
    return Object.fromEntries(
      within.flatMap(([property, references]) => {
        const column = membersOf(this.source, kind).find((member) => member.property === property)?.column ?? property;
        const value = own(entry, column);
        return isObject(value) ? [[column, this.referring(references, [...path, column], value)]] : [];
      }),
    );
  }

  private referring(
    references: Record<string, (new () => OwnedRow) | null>,
    path: FileEntry['path'],
    value: Columns,
  ): Columns {
    const plain = Object.entries(value).filter(([name]) => !isId(name));
    const places = Object.entries(references).map(([id, entity]) => {
      const [name, kind] = [id.replace(/_id$/, ''), kindOf(entity)];
      return [id, kind && this.place(kind, [...path, name], own(value, name))];
    });
    return Object.fromEntries([...plain, ...places]) as Columns;
  }

  private place(kind: Kind, path: FileEntry['path'], name: unknown): number | null {
    if (name === null || name === undefined || name === '') {
      return null;
    }
    if (typeof name !== 'string') {
      this.findings.refuse(path, 'not_text');
      return null;
    }
    const place = this.places.get(kind)?.get(name.trim()) ?? null;
    if (place === null) {
      this.findings.refuse(path, 'restore_unknown', { name: name.slice(0, 255) });
    }
    return place;
  }

  private childBodies(child: ChildDefinition, path: FileEntry['path'], entry: Columns) {
    const members = childMembersOf(this.source, child);
    const { list, most } = child.backup;
    const value = own(entry, list) ?? [];
    const entries = Array.isArray(value) ? (value as unknown[]) : [];
    if (!Array.isArray(value)) {
      this.findings.refuse([...path, list], 'not_list');
    }
    if (entries.length > most) {
      this.findings.refuse([...path, list], 'too_many', { max: most });
    }
    const bodies = entries.slice(0, most).flatMap((each, index) => {
      const at = [...path, list, index];
      if ('input' in child.backup && !isObject(each)) {
        this.findings.refuse(at, 'not_object');
      }
      return 'input' in child.backup && isObject(each) ? [this.body(members, at, each)] : [];
    });
    return { child, members, bodies, entries: entries.slice(0, most) };
  }

  private children(
    { child, members, bodies, entries }: ReturnType<DocumentReader['childBodies']>,
    path: FileEntry['path'],
  ): ReadChildren {
    const { backup } = child;
    const at = [...path, backup.list];
    if ('fresh' in backup) {
      const rows = entries.map((_, index) => ({ ...backup.fresh(this.opened.get([...at, index].join('.'))) }));
      return { child, members, rows };
    }
    if (!('input' in backup)) {
      return { child, members, ...this.secrets(backup.filled, { at, entries, members }) };
    }
    const rows = bodies.flatMap((body, index) => {
      const input = this.parsed(backup.input, body, { path: [...at, index], members });
      return input === null ? [] : [{ ...backup.columns(input) }];
    });
    return { child, members, rows };
  }

  /** Those that the file holds sealed, or that a vault keeps; each name is there once. */
  private secrets(
    { input: schema, columns, text }: Filled,
    { at, entries, members }: { at: FileEntry['path']; entries: unknown[]; members: readonly BackupMember[] },
  ) {
    const inputs = entries.flatMap((entry, index) => {
      const path = [...at, index];
      const secret = this.opened.get([...path, 'secret'].join('.'));
      if (!isObject(entry) || (secret === undefined && typeof own(entry, 'vault_reference') !== 'string')) {
        this.findings.note(path, 'restore_secret');
        return [];
      }
      const body = { ...entry, secret: secret ?? '', operation: 'create' };
      const input = this.parsed(schema, body, { path, members });
      return input === null ? [] : [input];
    });
    const rows = inputs.map((input) => ({ ...columns(input) }));
    const names = new Set(rows.map((row) => JSON.stringify({ ...row, vaultReference: null })));
    if (names.size < rows.length) {
      this.findings.refuse(at, 'name_taken');
    }
    return { rows, texts: inputs.map(text) };
  }

  private parsed(
    schema: z.ZodType,
    body: Columns,
    { path, members }: { path: FileEntry['path']; members: readonly BackupMember[] },
  ): unknown {
    const result = schema.safeParse(body);
    if (result.success) {
      return result.data;
    }
    const names = new Map(members.map(({ column, name }) => [column, name]));
    for (const { path: inner, code, params } of issuesOf(result.error.issues)) {
      const shown = [...path, ...inner.map((part) => names.get(String(part)) ?? part)];
      const isMissing = members.some(
        ({ column, target }) => target && inner[0] === column && own(body, column) === null,
      );
      this.findings.refuseWith(shown, isMissing ? problem('required') : ({ code, params } as Problem));
    }
    return null;
  }
}
