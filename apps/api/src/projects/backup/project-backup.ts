import { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { activity } from '@switchyard/contracts';
import { DocumentDigest, PassphraseSeal } from '@switchyard/contracts/backup-seal';
import { Project } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../../auth/access/caller.js';
import { ActivityLog } from '../../resources/shared/activity-log.js';
import { RESOURCES } from '../../definitions/all-resources.js';
import { getProject } from '../../platform/database/project-row.repository.js';
import { HIDDEN, type NameOf } from './backup-entry.js';
import type { Kind } from './backup-members.js';
import { pagesOf, readPeople, readProject, readSnapshot } from './backup.repository.js';
import { entriesOfPage, namesOf, projectSizes, type Sizes } from './project-entries.js';
import { sealedText, type Sealing } from './sealed-text.js';

/** Writes projects as files: everything that people set, and what is secret only under a passphrase. */
@Injectable()
export class ProjectBackup {
  private readonly log = new Logger(ProjectBackup.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly activity: ActivityLog,
    private readonly box: SecretBox,
  ) {}

  /** JSON of the project as it is at this moment, read page by page. @throws when the project is gone */
  async stream(caller: Caller, projectId: number): Promise<Readable> {
    await this.dataSource.transaction((manager) => this.record(manager, caller, projectId, 'project_exported'));
    return Readable.from(this.text(projectId, null));
  }

  /** The same with all secrets, sealed with the passphrase. @throws when the project is gone */
  async sealedStream(caller: Caller, projectId: number, passphrase: string): Promise<Readable> {
    const seal = await PassphraseSeal.withNewSalt(passphrase);
    await this.dataSource.transaction((manager) => this.record(manager, caller, projectId, 'project_exported_secrets'));
    const onLost = (path: string, error: Error): void =>
      this.log.warn(`backup of project ${projectId}: ${path}: ${error.message}`);
    return Readable.from(this.text(projectId, { seal, box: this.box, onLost }));
  }

  private async record(
    manager: EntityManager,
    caller: Caller,
    projectId: number,
    code: 'project_exported' | 'project_exported_secrets',
  ): Promise<void> {
    const project = await getProject(manager, projectId);
    const done = activity(code, { name: project.name });
    const entry = { projectId, objectType: 'project', objectId: projectId, activity: done } as const;
    await this.activity.record(manager, caller, entry, { entity: Project, before: project, after: project });
  }

  /** One transaction, which ends with the stream. */
  private async *text(projectId: number, sealing: Sealing | null): AsyncGenerator<string> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction('REPEATABLE READ');
      await readSnapshot(runner.manager);
      yield* documentText(runner.manager, projectId, sealing);
    } finally {
      await runner.rollbackTransaction().catch(() => undefined);
      await runner.release();
    }
  }
}

async function* documentText(
  manager: EntityManager,
  projectId: number,
  sealing: Sealing | null,
): AsyncGenerator<string> {
  const digest = new DocumentDigest();
  const { project, members, aliases } = await readProject(manager, projectId);
  digest.addMeta(metaOf(project));
  yield `{"meta":${JSON.stringify(metaOf(project))}`;
  const sizes = await projectSizes(manager, projectId);
  const nameOf = namesOf(manager.dataSource, sizes, await readPeople(manager, projectId));
  for (const kind of RESOURCES) {
    yield `,"${kind.backup.section}":[`;
    yield* sectionText(manager, kind, { sizes, nameOf, digest });
    yield ']';
  }
  const hidden = Array.from({ length: aliases }, () => HIDDEN);
  yield `,"integration_aliases":${digest.add('integration_aliases', hidden)}`;
  yield `,"members":${digest.add('members', members)}`;
  if (sealing) {
    yield ',"sealed":';
    yield* sealedText(manager, { project, sizes, digest: digest.hex() }, sealing);
  }
  yield '}';
}

function metaOf({ name, alert, alertChat, maxParallelTasks, type }: Project): object {
  const chat = alertChat === null ? {} : { alert_chat: alertChat };
  return { name, alert, ...chat, max_parallel_tasks: maxParallelTasks, type };
}

async function* sectionText(
  manager: EntityManager,
  kind: Kind,
  { sizes, nameOf, digest }: { sizes: Sizes; nameOf: NameOf; digest: DocumentDigest },
): AsyncGenerator<string> {
  let separator = '';
  for (const ids of pagesOf(sizes.get(kind) ?? [])) {
    const entries = await entriesOfPage(manager, kind, ids, nameOf);
    yield separator + entries.map(({ entry }) => digest.add(kind.backup.section, entry)).join(',\n');
    separator = ',\n';
  }
}
