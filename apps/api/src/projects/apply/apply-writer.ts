import { Injectable } from '@nestjs/common';
import { activity, type ApplyPreview, issueAt, own } from '@switchyard/contracts';
import { Project } from '@switchyard/database';
import { invalidRequest, SecretBox, UserError } from '@switchyard/server';
import type { EntityManager } from 'typeorm';
import { AuditTrail } from '../../auth/audit/audit-trail.js';
import type { Caller } from '../../auth/access/caller.js';
import { RESOURCES, type ResourceNoun } from '../../definitions/all-resources.js';
import { deleteOwned, type OwnedRow } from '../../platform/database/owned-rows.repository.js';
import { getProject } from '../../platform/database/project-row.repository.js';
import { ActivityLog } from '../../resources/shared/activity-log.js';
import { NEVER_CHECKED } from '../../definitions/schedule.js';
import { deleteTemplate } from '../../resources/templates/template-workspace.repository.js';
import { deleteWorkflow } from '../../resources/workflows/workflows.service.js';
import type { Kind } from '../backup/backup-members.js';
import { readRows } from '../backup/backup.repository.js';
import type { ReadRow } from '../backup/restore/document-reader.js';
import { RowWriter } from '../backup/restore/row-writer.js';
import { updateProject } from '../project.repository.js';
import { goneRows, type ReadApply } from './apply-reader.js';
import { labelOf, type MergedEntry } from './merged-project.js';

/** Rows that are written or deleted at a time. */
const PAGE = 500;

/** Ids of the rows of each kind, in the order of its merged entries. */
export type Ids = ReadonlyMap<ResourceNoun, readonly number[]>;

/** Writes what an apply changes, and records it. */
@Injectable()
export class ApplyWriter {
  constructor(
    private readonly activity: ActivityLog,
    private readonly audit: AuditTrail,
    private readonly box: SecretBox,
  ) {}

  /** @throws 400 when something outside of the files uses what would be deleted */
  async write(manager: EntityManager, caller: Caller, projectId: number, read: ReadApply): Promise<Ids> {
    const { settings, merged, differences, rows } = read;
    await (settings && updateProject(manager, projectId, settings));
    for (const [index, row] of (rows.get('schedule') ?? []).entries()) {
      forgetCommits(row, mergedAt(read, row.kind, index));
      Object.assign(row.columns, { savedBy: caller.userId });
    }
    const writer = new RowWriter(manager, projectId, this.box, (kind, index) => {
      const current = merged.entries.get(kind)?.[index]?.current;
      const kept = new Map([...(current?.children ?? [])].map(([list, { length }]) => [list, length]));
      const isChanged = differences.changed.get(kind)?.has(index) ?? false;
      return current ? { id: current.row.id, isChanged, kept } : null;
    });
    const ids = await writer.write(rows);
    for (const { kind, row, entry } of goneRows(merged)) {
      await remove(manager, kind, row).catch((error: unknown) => {
        throw error instanceof UserError && error.problem
          ? invalidRequest([issueAt([kind.backup.section, labelOf(kind, entry)], error.problem)])
          : error;
      });
    }
    return ids;
  }

  /** One entry of the activity log, and an audit record of each row. */
  async record(
    manager: EntityManager,
    caller: Caller,
    { read, preview, ids }: { read: ReadApply; preview: ApplyPreview; ids: Ids },
  ): Promise<void> {
    const { project: before } = read.current;
    const count = (action: string): number => preview.changes.filter((change) => change.action === action).length;
    const done = activity('project_applied', {
      name: before.name,
      created: count('create'),
      updated: count('update'),
      deleted: count('delete'),
    });
    const entry = { projectId: before.id, objectType: 'project', objectId: before.id, activity: done } as const;
    const after = await getProject(manager, before.id);
    await this.activity.record(manager, caller, entry, { entity: Project, before, after });
    for (const kind of RESOURCES) {
      await this.recordWritten(manager, kind, read, ids.get(kind.noun) ?? []);
    }
    for (const { kind, row } of goneRows(read.merged)) {
      await this.auditRow(manager, kind, { before: row, after: null });
    }
  }

  private async recordWritten(
    manager: EntityManager,
    kind: Kind & { noun: ResourceNoun },
    read: ReadApply,
    ids: readonly number[],
  ): Promise<void> {
    const places = [...(read.differences.changed.get(kind) ?? [])];
    for (let from = 0; from < places.length; from += PAGE) {
      const page = places.slice(from, from + PAGE);
      const rows = await readRows(
        manager,
        kind,
        page.map((place) => ids[place] ?? 0),
      );
      const after = new Map(rows.map((row) => [row.id, row]));
      for (const place of page) {
        const before = mergedAt(read, kind, place)?.current?.row ?? null;
        await this.auditRow(manager, kind, { before, after: after.get(ids[place] ?? 0) ?? null });
      }
    }
  }

  private async auditRow(
    manager: EntityManager,
    kind: Kind,
    { before, after }: { before: OwnedRow | null; after: OwnedRow | null },
  ): Promise<void> {
    const { id: objectId = 0, projectId = 0 } = after ?? before ?? {};
    const { entity, noun: objectType } = kind;
    await this.audit.record(manager, { entity, objectType, objectId, projectId, before, after });
  }
}

const mergedAt = ({ merged }: ReadApply, kind: Kind, place: number): MergedEntry | undefined =>
  merged.entries.get(kind)?.[place];

/** What deletes a row together with what goes with it, where that is more than the row. */
const REMOVES: Partial<Readonly<Record<ResourceNoun, (manager: EntityManager, id: number) => Promise<void>>>> = {
  template: deleteTemplate,
  workflow: deleteWorkflow,
};

const remove = (manager: EntityManager, { noun, entity }: Kind, { id }: OwnedRow): Promise<void> =>
  own(REMOVES, noun)?.(manager, id) ?? deleteOwned(manager, entity, id);

/** Drops what was found where a schedule looked before. */
function forgetCommits({ columns }: ReadRow, entry: MergedEntry | undefined): void {
  const { current } = entry ?? {};
  const isSame = (name: string): boolean =>
    (own(current?.entry ?? {}, name) ?? null) === (own(entry?.entry ?? {}, name) ?? null);
  if (current && !(isSame('checkable_repository') && isSame('template'))) {
    Object.assign(columns, NEVER_CHECKED);
  }
}
