import { own } from '@switchyard/contracts';
import { Template } from '@switchyard/database';
import type { SecretBox } from '@switchyard/server';
import type { EntityManager } from 'typeorm';
import { RESOURCES, type ResourceNoun } from '../../../definitions/all-resources.js';
import type { ChildDefinition } from '../../../definitions/definition.js';
import type { OwnedRow } from '../../../platform/database/owned-rows.repository.js';
import { sealDefaults } from '../../../resources/templates/stored-default.js';
import { type BackupMember, type Kind, kindOf, membersOf } from '../backup-members.js';
import type { ReadRow, ReadRows } from './document-reader.js';
import { sealEnvironmentSecret } from '../../../resources/environments/stored-secret.js';
import { deleteChildren, insertRows, setReferences, setTexts, updateRow } from './restore.repository.js';

type Columns = Record<string, unknown>;

/** References to rows that were not written yet. */
interface Later {
  kind: Kind;
  member: BackupMember;
  pairs: (readonly [row: number, place: number])[];
}

/** A row of a file, and its place in its list, from 1. */
interface WrittenRow {
  row: ReadRow;
  place: number;
  standing: StandingRow | null;
}

const isNew = ({ standing }: WrittenRow): boolean => standing === null;

/** Secrets of a row that is rewritten: those that stay are sealed again. */
const noSecrets = ({ members }: Kind): Columns =>
  Object.fromEntries(
    Object.entries(members).flatMap(([property, kind]) => (kind === 'secret' ? [[property, null]] : [])),
  );

/** A row of a file that is in the project already. */
interface StandingRow {
  id: number;
  /** Whether it is written, too. */
  isChanged: boolean;
  /** Its children that are made afresh, by their lists: they stay. */
  kept: ReadonlyMap<string, number>;
}

/** The row at a place of a list, from 0; `null` = it is new. */
export type Standing = (kind: Kind, index: number) => StandingRow | null;

/** Writes the rows of a file into a project, each behind those that it must refer to. */
export class RowWriter {
  private readonly ids = new Map<Kind, number[]>();
  private readonly later: Later[] = [];

  constructor(
    private readonly manager: EntityManager,
    private readonly projectId: number,
    private readonly box: SecretBox,
    private readonly standing: Standing = () => null,
  ) {}

  /** Answers the ids of the rows, in their order. */
  async write(rows: ReadRows): Promise<ReadonlyMap<ResourceNoun, readonly number[]>> {
    for (const kind of RESOURCES) {
      await this.writeKind(kind, rows.get(kind.noun) ?? []);
    }
    for (const { kind, member, pairs } of this.later) {
      const ids = pairs.map(([row, place]) => [this.id(kind, row), this.id(member.target as Kind, place)] as const);
      await setReferences(this.manager, { entity: kind.entity, column: member.column }, ids);
    }
    return new Map(RESOURCES.map((kind) => [kind.noun, this.ids.get(kind) ?? []]));
  }

  private async writeKind(kind: Kind, all: readonly ReadRow[]): Promise<void> {
    const members = membersOf(this.manager.dataSource, kind);
    const rows = all.map((row, index): WrittenRow => ({ row, place: index + 1, standing: this.standing(kind, index) }));
    const written = rows.filter(({ standing }) => standing === null || standing.isChanged);
    this.putOff(kind, members, written);
    const columnsOf = ({ row }: WrittenRow): Columns => this.complete(kind, this.linked(members, { ...row.columns }));
    const fresh = await insertRows(this.manager, kind.entity, rows.filter(isNew).map(columnsOf));
    for (const each of written) {
      if (each.standing) {
        await updateRow(this.manager, kind.entity, each.standing.id, { ...noSecrets(kind), ...columnsOf(each) });
      }
    }
    const next = fresh.values();
    this.ids.set(
      kind,
      rows.map(({ standing }) => standing?.id ?? next.next().value ?? 0),
    );
    await this.sealRows(kind, written);
    for (const [index, child] of (kind.children ?? []).entries()) {
      await this.writeChildren(kind, child, index, written);
    }
  }

  private async writeChildren(
    kind: Kind,
    child: ChildDefinition,
    index: number,
    written: readonly WrittenRow[],
  ): Promise<void> {
    const { propertiesMap } = this.manager.dataSource.getMetadata(child.entity);
    const ofProject = Object.hasOwn(propertiesMap, 'projectId') ? { projectId: this.projectId } : {};
    const isFresh = 'fresh' in child.backup;
    if (!isFresh) {
      const changed = written.flatMap(({ standing }) => (standing ? [standing.id] : []));
      await deleteChildren(this.manager, child, changed);
    }
    const children = written.flatMap(({ row, place, standing }) => {
      const read = row.children[index];
      const owner = { [child.owner]: this.id(kind, place) };
      const missing = (read?.rows ?? []).slice(isFresh ? (standing?.kept.get(child.backup.list) ?? 0) : 0);
      return missing.map((each) => ({ ...this.linked(read?.members ?? [], each), ...owner, ...ofProject }));
    });
    const ids = await insertRows(this.manager, child.entity, children);
    const texts = written.flatMap(({ row }) => row.children[index]?.texts ?? []);
    const pairs = texts.map((text, at) => [ids[at] ?? 0, sealEnvironmentSecret(this.box, ids[at] ?? 0, text)] as const);
    await setTexts(this.manager, { entity: child.entity, column: 'secret' }, pairs);
  }

  /** Values bound to the id of their row, which is known only now. */
  private async sealRows(kind: Kind, rows: readonly WrittenRow[]): Promise<void> {
    const columns = new Set(rows.flatMap(({ row: { seals } }) => Object.keys(seals ?? {})));
    for (const column of columns) {
      const pairs = rows.flatMap(({ row: { seals = {} }, place }) => {
        const [id, seal] = [this.id(kind, place), own(seals, column)];
        return seal ? [[id, seal(this.box, { id, projectId: this.projectId })] as const] : [];
      });
      await setTexts(this.manager, { entity: kind.entity, column }, pairs);
    }
  }

  /** Remembers the references to what is written afterwards. */
  private putOff(kind: Kind, members: readonly BackupMember[], rows: readonly WrittenRow[]): void {
    for (const member of members.filter(({ target }) => target !== null && !this.ids.has(target))) {
      const pairs = rows.flatMap(({ row: { columns }, place: at }) => {
        const place = Number(own(columns, member.property) ?? 0);
        return place > 0 ? [[at, place] as const] : [];
      });
      this.later.push({ kind, member, pairs });
    }
  }

  /** The columns with ids in place of places. */
  private linked(members: readonly BackupMember[], columns: Columns): Columns {
    const links = members.flatMap(({ property, target }) => {
      const place = Number(own(columns, property) ?? 0);
      return target ? [[property, place > 0 && this.ids.has(target) ? this.id(target, place) : null] as const] : [];
    });
    return { ...columns, ...Object.fromEntries(links) };
  }

  private complete(kind: Kind, columns: Columns): Columns {
    const within = Object.entries(kind.backup.within ?? {}) as [string, Record<string, (new () => OwnedRow) | null>][];
    const inner = within.map(([property, references]) => [
      property,
      this.linkedWithin(references, own(columns, property) as Columns),
    ]);
    const whole = { ...columns, ...(Object.fromEntries(inner) as Columns), projectId: this.projectId };
    return kind.entity === (Template as unknown) ? this.sealed(whole) : whole;
  }

  private linkedWithin(references: Record<string, (new () => OwnedRow) | null>, value: Columns): Columns {
    const links = Object.entries(references).flatMap(([name, entity]) => {
      const [kind, place] = [kindOf(entity), Number(own(value, name) ?? 0)];
      return kind && place > 0 ? [[name, this.id(kind, place)] as const] : [];
    });
    return { ...value, ...Object.fromEntries(links) };
  }

  private sealed(columns: Columns): Columns {
    const questions = columns.surveyVars as Template['surveyVars'];
    return { ...columns, surveyVars: sealDefaults(this.box, this.projectId, questions, []) };
  }

  private id(kind: Kind, place: number): number {
    return this.ids.get(kind)?.[place - 1] ?? 0;
  }
}
