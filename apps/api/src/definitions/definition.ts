import type { BackupSection, ObjectReferences } from '@switchyard/contracts';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import type { z } from 'zod';
import type { OwnedRow } from '../platform/database/owned-rows.repository.js';

/**
 * Treatment of a column: `shown` = the audit records its values; `content` = people may have written secrets in it,
 * so the audit records presence and change alone; `secret` = ciphertext, recorded like content and part of no answer and
 * no backup; `kept` = written by the system alone, not recorded.
 */
export type MemberKind = 'shown' | 'content' | 'secret' | 'kept';

/** Every column of the row but its ids; a new one does not compile until somebody decides. */
export type Members<E> = Readonly<Record<Exclude<keyof E & string, 'id' | 'projectId'>, MemberKind>>;

/**
 * Members that take a value are methods here and below: each takes what its own schema makes, so that they are called with
 * nothing else.
 *
 * How children stand in the entry of their owner: by their members, and restored by schema and columns of their own; as
 * so many secrets, each of which is made afresh where the file does not hold it sealed; or by their members alone,
 * because what they hold is secret and comes sealed, if at all.
 */
export type ChildBackup<C extends object> =
  | {
      list: string;
      most: number;
      input: z.ZodType;
      columns(input: unknown): Partial<C>;
      /** Columns that an entry has, where that is not each of them. */
      shown?(row: C): Partial<C>;
      /** Column with ids of people, who stand in the entry by their logins. */
      people?: string;
    }
  | { list: string; most: number; fresh: (kept?: string) => Partial<C> }
  | {
      list: string;
      most: number;
      named: string;
      /** One whose secret is known, and the secret of it. */
      filled: { input: z.ZodType; columns(input: unknown): Partial<C>; text(input: unknown): string };
    };

/** Rows of another table that belong to a row of the resource. */
export interface OwnedRows {
  entity: new () => object;
  /** Property that holds the id of the row they belong to. */
  owner: string;
}

/** Rows that belong to a row of the resource and are written with it. */
export interface ChildDefinition extends OwnedRows {
  members: Readonly<Record<string, MemberKind>>;
  backup: ChildBackup<object>;
}

/** The same with the type of the rows, as it is written down. */
interface TypedChild<C extends object> {
  entity: new () => C;
  owner: keyof C & string;
  members: Members<C>;
  backup: ChildBackup<C>;
}

/** How rows of a resource stand in a backup: what is `shown` or `content`, by the names of columns, others by their names. */
export interface BackupForm<E> {
  /** List of the document. */
  section: BackupSection;
  /** Members that name another object, where that is not the column without `_id`. */
  references?: Partial<Readonly<Record<keyof E & string, string>>>;
  /** Members of JSON columns that are ids of another resource; those of `null` are left out. */
  within?: Partial<Readonly<Record<keyof E & string, Readonly<Record<string, (new () => OwnedRow) | null>>>>>;
  /** Columns whose stored form is not the one that people see. */
  shown?(row: E): Partial<E>;
}

/** Ids of one object of each kind, named as the path parameters are. */
export type ExampleIds = Readonly<Record<string, number>>;

/** Everything specific to one kind of project resource; the rest is derived from it. */
export interface ResourceDefinition<E extends OwnedRow, I = unknown> {
  entity: new () => E;
  /** Its name in the activity log and the audit; `<noun>Id` is the path parameter. */
  noun: string;
  /** The first words of the name of its controller, by which the audit names its actions. */
  plural: string;
  /** Part of the path after the project. */
  path: string;
  /** List of `ObjectReferences` in which a row stands that refers to another object; `null` = it never refers to one. */
  list: keyof ObjectReferences | null;
  /** Rows that a project may have, where that is not the number of every kind. */
  most?: number;
  /** Name of a row as people know it. */
  label: keyof E & string;
  /** The name of a row in the activity log. */
  title(row: E): string | number;
  members: Members<E>;
  backup: BackupForm<E>;
  children?: readonly ChildDefinition[];
  /** Rows of its own that are written apart from it and may refer to other objects. */
  parts?: readonly OwnedRows[];
  /** Body of create and update. */
  input: z.ZodType<I>;
  /** A row as it is read. */
  output: z.ZodType;
  /** Query of the list. */
  query: z.ZodType;
  /** Most bytes of the body, where the default is too little. */
  bodyLimit?: number;
  /** A valid body in the project of these ids. */
  example: (ids: ExampleIds) => object;
  /**
   * Columns whose members clients of other products do not know, as a new row has them: a change without one leaves it alone.
   * `columns`, as it is defined, answers `undefined` for an absent member.
   */
  unlessSent?: Partial<E>;
  /** Columns that a body sets. @param stored the row as it is; `null` when it is created */
  columns(input: I, stored: E | null): Partial<E>;
}

/** Columns of a body, `undefined` for those that it does not hold. */
export type Sent<Columns> = { [Name in keyof Columns]: Columns[Name] | undefined };

/** A resource whose calls need nothing but its definition: its controller and its service are derived. */
export interface PlainResource<E extends OwnedRow, I, W, Q extends z.ZodType = z.ZodType> extends ResourceDefinition<
  E,
  I
> {
  output: z.ZodType<W>;
  query: Q;
  /** Rows that the query keeps. */
  filter?: (query: z.infer<Q>) => FindOptionsWhere<E>;
  /** Fields that the list can be sorted by; the first is the default. */
  sorts: Readonly<Record<string, (item: W) => string | number>>;
  toWire: (row: E) => W;
  /**
   * Checks rules beside the schema; that references are of the same project is checked for every resource.
   * @throws 400
   */
  check?: (manager: EntityManager, columns: Partial<E>, stored: E | null) => Promise<void>;
}

type Noun<N extends string> = { noun: N };

/** Keeps the types of a definition, and its noun as a literal. */
export const defineResource = <E extends OwnedRow, I, const N extends string>(
  definition: ResourceDefinition<E, I> & Noun<N>,
): ResourceDefinition<E, I> & Noun<N> => ({ ...definition, ...keeping(definition) });

/** As {@link defineResource}. */
export const definePlain = <E extends OwnedRow, I, W, Q extends z.ZodType, const N extends string>(
  definition: PlainResource<E, I, W, Q> & Noun<N>,
): PlainResource<E, I, W, Q> & Noun<N> => ({ ...definition, ...keeping(definition) });

function keeping<E extends OwnedRow, I>(
  definition: ResourceDefinition<E, I>,
): Pick<ResourceDefinition<E, I>, 'columns'> {
  const { unlessSent = {} } = definition;
  const names = Object.keys(unlessSent) as (keyof E)[];
  return {
    columns: (input, stored) => {
      const columns = definition.columns(input, stored);
      const kept: Partial<E> = stored ?? unlessSent;
      const absent = names.filter((name) => columns[name] === undefined);
      return { ...columns, ...Object.fromEntries(absent.map((name) => [name, kept[name]])) };
    },
  };
}

/** Checks the types of the children of a definition, which nobody else needs. */
export const child = <C extends object>(definition: TypedChild<C>): ChildDefinition => definition;
