import { own } from '@switchyard/contracts';
import { Template } from '@switchyard/database';
import type { SecretBox } from '@switchyard/server';
import type { EntityManager } from 'typeorm';
import { RESOURCES, type ResourceNoun } from '../../../definitions/all-resources.js';
import type { OwnedRow } from '../../../platform/database/owned-rows.repository.js';
import { sealDefaults } from '../../../resources/templates/stored-default.js';
import { type BackupMember, type Kind, kindOf, membersOf } from '../backup-members.js';
import type { ReadRow, ReadRows } from './document-reader.js';
import { sealEnvironmentSecret } from '../../../resources/environments/stored-secret.js';
import { insertRows, setReferences, setTexts } from './restore.repository.js';

type Columns = Record<string, unknown>;

/** References to rows that were not written yet. */
interface Later {
  kind: Kind;
  member: BackupMember;
  pairs: (readonly [row: number, place: number])[];
}

/** Writes the rows of a file into a project, each behind those that it must refer to. */
export class RowWriter {
  private readonly ids = new Map<Kind, number[]>();
  private readonly later: Later[] = [];

  constructor(
    private readonly manager: EntityManager,
    private readonly projectId: number,
    private readonly box: SecretBox,
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

  private async writeKind(kind: Kind, rows: readonly ReadRow[]): Promise<void> {
    const members = membersOf(this.manager.dataSource, kind);
    this.putOff(kind, members, rows);
    const columns = rows.map((row) => this.complete(kind, this.linked(members, { ...row.columns })));
    this.ids.set(kind, await insertRows(this.manager, kind.entity, columns));
    await this.sealRows(kind, rows);
    for (const [index, child] of (kind.children ?? []).entries()) {
      const { propertiesMap } = this.manager.dataSource.getMetadata(child.entity);
      const ofProject = Object.hasOwn(propertiesMap, 'projectId') ? { projectId: this.projectId } : {};
      const children = rows.flatMap((row, place) => {
        const read = row.children[index];
        const owner = { [child.owner]: this.id(kind, place + 1) };
        return (read?.rows ?? []).map((each) => ({
          ...this.linked(read?.members ?? [], each),
          ...owner,
          ...ofProject,
        }));
      });
      const ids = await insertRows(this.manager, child.entity, children);
      const texts = rows.flatMap((row) => row.children[index]?.texts ?? []);
      const pairs = texts.map(
        (text, at) => [ids[at] ?? 0, sealEnvironmentSecret(this.box, ids[at] ?? 0, text)] as const,
      );
      await setTexts(this.manager, { entity: child.entity, column: 'secret' }, pairs);
    }
  }

  /** What is bound to the id of its row, which is known only now. */
  private async sealRows(kind: Kind, rows: readonly ReadRow[]): Promise<void> {
    const columns = new Set(rows.flatMap(({ seals }) => Object.keys(seals ?? {})));
    for (const column of columns) {
      const pairs = rows.flatMap(({ seals = {} }, place) => {
        const [id, seal] = [this.id(kind, place + 1), own(seals, column)];
        return seal ? [[id, seal(this.box, { id, projectId: this.projectId })] as const] : [];
      });
      await setTexts(this.manager, { entity: kind.entity, column }, pairs);
    }
  }

  /** Remembers the references to what is written afterwards. */
  private putOff(kind: Kind, members: readonly BackupMember[], rows: readonly ReadRow[]): void {
    for (const member of members.filter(({ target }) => target !== null && !this.ids.has(target))) {
      const pairs = rows.flatMap(({ columns }, index) => {
        const place = Number(own(columns, member.property) ?? 0);
        return place > 0 ? [[index + 1, place] as const] : [];
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
