import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { activity } from '@switchyard/contracts';
import { Project } from '@switchyard/database';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../auth/access/caller.js';
import { ActivityLog } from '../project-resources/activity-log.js';
import { RESOURCES } from '../resources/all-resources.js';
import type { OwnedRow } from '../resources/definition.js';
import { entryOf, type NameOf, shownRow } from './backup-entry.js';
import { childMembersOf, type Kind, membersOf, referredKinds } from './backup-members.js';
import { namesInBackup } from './backup-names.js';
import {
  pagesOf,
  readChildren,
  readProject,
  readRows,
  readSnapshot,
  rowSizes,
  type RowSize,
} from './backup.repository.js';

/** Stands for a secret that is made afresh. */
const HIDDEN = '…';

/** All rows of the project without their contents. */
type Sizes = ReadonlyMap<Kind, readonly RowSize[]>;

/** Writes projects as files: everything that people set, nothing that is secret. */
@Injectable()
export class ProjectBackup {
  constructor(
    private readonly dataSource: DataSource,
    private readonly activity: ActivityLog,
  ) {}

  /** JSON of the project as it is at this moment, read page by page. @throws when the project is gone */
  async stream(caller: Caller, projectId: number): Promise<Readable> {
    await this.dataSource.transaction((manager) => this.record(manager, caller, projectId));
    return Readable.from(this.text(projectId));
  }

  private async record(manager: EntityManager, caller: Caller, projectId: number): Promise<void> {
    const project = await manager.findOneByOrFail(Project, { id: projectId });
    const done = activity('project_exported', { name: project.name });
    const entry = { projectId, objectType: 'project', objectId: projectId, activity: done } as const;
    await this.activity.record(manager, caller, entry, { entity: Project, before: project, after: project });
  }

  /** One transaction, which ends with the stream. */
  private async *text(projectId: number): AsyncGenerator<string> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction('REPEATABLE READ');
      await readSnapshot(runner.manager);
      yield* documentText(runner.manager, projectId);
    } finally {
      await runner.rollbackTransaction().catch(() => undefined);
      await runner.release();
    }
  }
}

async function* documentText(manager: EntityManager, projectId: number): AsyncGenerator<string> {
  const { project, members, aliases } = await readProject(manager, projectId);
  yield `{"meta":${JSON.stringify(metaOf(project))}`;
  const sizes = new Map<Kind, RowSize[]>();
  for (const kind of RESOURCES) {
    sizes.set(kind, await rowSizes(manager, kind, projectId));
  }
  const nameOf = namesOf(manager.dataSource, sizes);
  for (const kind of RESOURCES) {
    yield `,"${kind.backup.section}":[`;
    yield* sectionText(manager, kind, { sizes, nameOf });
    yield ']';
  }
  yield `,"integration_aliases":${JSON.stringify(Array.from({ length: aliases }, () => HIDDEN))}`;
  yield `,"members":${JSON.stringify(members)}}`;
}

function metaOf({ name, alert, alertChat, maxParallelTasks, type }: Project): object {
  const chat = alertChat === null ? {} : { alert_chat: alertChat };
  return { name, alert, ...chat, max_parallel_tasks: maxParallelTasks, type };
}

function namesOf(source: DataSource, sizes: Sizes): NameOf {
  const names = new Map([...referredKinds(source)].map((kind) => [kind, namesInBackup(sizes.get(kind) ?? [])]));
  return (kind, id) => names.get(kind)?.get(id) ?? null;
}

async function* sectionText(
  manager: EntityManager,
  kind: Kind,
  { sizes, nameOf }: { sizes: Sizes; nameOf: NameOf },
): AsyncGenerator<string> {
  const members = membersOf(manager.dataSource, kind);
  let separator = '';
  for (const ids of pagesOf(sizes.get(kind) ?? [])) {
    const lists = await childEntries(manager, kind, ids, nameOf);
    const rows = await readRows(manager, kind, ids);
    const entries = rows.map((row) => ({
      ...entryOf(shownRow(kind, row, nameOf), members, nameOf),
      ...uniqueName(kind, row, nameOf),
      ...Object.fromEntries(lists.map(({ list, of }) => [list, of(row.id)])),
    }));
    yield separator + entries.map((entry) => JSON.stringify(entry)).join(',\n');
    separator = ',\n';
  }
}

function uniqueName(kind: Kind, { id }: OwnedRow, nameOf: NameOf): object {
  const name = nameOf(kind, id);
  return name === null ? {} : { [kind.label]: name };
}

/** The lists of children of these rows, by their owner. */
async function childEntries(manager: EntityManager, kind: Kind, ids: readonly number[], nameOf: NameOf) {
  const lists: { list: string; of: (id: number) => unknown[] }[] = [];
  for (const child of kind.children ?? []) {
    const members = childMembersOf(manager.dataSource, child);
    const rows = await readChildren(manager, child, ids);
    const shown = (row: object): unknown => ('fresh' in child.backup ? HIDDEN : entryOf(row, members, nameOf));
    lists.push({ list: child.backup.list, of: (id) => (rows.get(id) ?? []).map(shown) });
  }
  return lists;
}
