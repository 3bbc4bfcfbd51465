import { Inject, Injectable } from '@nestjs/common';
import {
  activity,
  type BackupDocument,
  issuesOf,
  type KeyType,
  type Problem,
  ProjectInput,
  type RestoredProject,
  type RestorePlan,
  Role,
} from '@switchyard/contracts';
import { AccessKey, Project, type ProjectMember } from '@switchyard/database';
import type { Engine } from '@switchyard/engine';
import { SecretBox } from '@switchyard/server';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessChanges } from '../../../auth/access/access-changes.js';
import type { Caller } from '../../../auth/access/caller.js';
import type { ApiConfig } from '../../../platform/config.js';
import { notPermitted } from '../../../platform/http/refusals.js';
import { API_CONFIG, ENGINE } from '../../../platform/infrastructure/tokens.js';
import { sentIssues } from '../../../resources/integrations/reading/shown-reading.js';
import { ActivityLog } from '../../../resources/shared/activity-log.js';
import { mayCreateProjects } from '../../../auth/access/project-creation.js';
import { getProject } from '../../../platform/database/project-row.repository.js';
import { toProject } from '../../project.mapper.js';
import { updateProject } from '../../project.repository.js';
import { NO_VAULT, vaultMembers } from '../../vault-members.js';
import { RESOURCES } from '../../../definitions/all-resources.js';
import { ScheduleCalendar } from '../../../resources/schedules/schedule-calendar.js';
import { DocumentReader, type ReadRows } from './document-reader.js';
import { entriesOf } from './file-entries.js';
import { Findings } from './findings.js';
import { fillSecrets, type OpenedSecrets, openSecrets } from './opened-secrets.js';
import { insertAliases, insertMembers, insertRows, isProjectName, knownApps, userIds } from './restore.repository.js';
import { judge } from './restore-rules.js';
import { RowWriter } from './row-writer.js';

/** A file that was read and found good. */
interface ReadFile {
  project: ProjectInput;
  rows: ReadRows;
  members: Omit<ProjectMember, 'projectId'>[];
  aliases: number;
  opened: OpenedSecrets;
  findings: Findings;
}

/** Makes projects of backups. Everything is judged before anything is written, and written in one transaction. */
@Injectable()
export class ProjectRestore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly activity: ActivityLog,
    private readonly calendar: ScheduleCalendar,
    private readonly changes: AccessChanges,
    private readonly secretBox: SecretBox,
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** What a restore would make. @throws 401 when the caller may not create projects, 400 for the file */
  async plan(caller: Caller, document: BackupDocument): Promise<RestorePlan> {
    const file = await this.read(caller, document);
    return { ...summaryOf(file), keys: keysOf(file.rows, false).map(shownKey) };
  }

  /** @throws as `plan` */
  async restore(caller: Caller, document: BackupDocument): Promise<RestoredProject> {
    const file = await this.read(caller, document);
    const { project, keys } = await this.dataSource.transaction((manager) => this.write(manager, caller, file));
    this.changes.publish([caller.userId, ...file.members.map(({ userId }) => userId)]);
    this.engine.signals.schedulesChanged();
    return { ...toProject(project), ...summaryOf(file), keys };
  }

  private async read(caller: Caller, document: BackupDocument): Promise<ReadFile> {
    if (!mayCreateProjects(caller, this.config)) {
      throw notPermitted();
    }
    const findings = new Findings();
    const { manager } = this.dataSource;
    const opened = await openSecrets(document, findings);
    findings.requireNone();
    const entries = entriesOf(document, findings);
    fillSecrets(opened, { meta: document.meta, entries }, findings);
    const project = await this.project(document, findings);
    const rows = await new DocumentReader(this.dataSource, entries, findings, opened).read();
    findings.requireNone();
    await judge({ rows, findings, calendar: this.calendar, apps: await knownApps(manager), opened });
    const members = await this.members(caller, document, findings);
    findings.requireNone();
    const aliases = document.integration_aliases?.length ?? 0;
    if (aliases > 0) {
      findings.note(['integration_aliases'], 'restore_alias');
    }
    return { project: project as ProjectInput, rows, members, aliases, opened, findings };
  }

  private async project({ meta }: BackupDocument, findings: Findings): Promise<ProjectInput | null> {
    const { data, error } = ProjectInput.safeParse(meta);
    for (const { path, code, params } of issuesOf(error?.issues ?? [])) {
      findings.refuseWith(['meta', ...path], { code, params } as Problem);
    }
    if (data && (await isProjectName(this.dataSource.manager, data.name))) {
      findings.refuse(['meta', 'name'], 'restore_project');
    }
    return data ?? null;
  }

  /** Those who have an account here; the caller owns the project. */
  private async members({ userId }: Caller, { members }: BackupDocument, findings: Findings) {
    const listed = members ?? [];
    const ids = await userIds(
      this.dataSource.manager,
      listed.map(({ username }) => username),
    );
    const roles = new Map<number, Role>();
    listed.forEach(({ username, role }, index) => {
      const [id, known] = [ids.get(username), Role.safeParse(role)];
      if (!known.success) {
        findings.refuse(['members', index, 'role'], 'invalid');
      } else if (id === undefined) {
        findings.note(['members', index], 'restore_user', { name: username });
      } else {
        roles.set(id, known.data);
      }
    });
    roles.delete(userId);
    return [...roles].map(([id, role]) => ({ userId: id, role }));
  }

  private async write(manager: EntityManager, caller: Caller, file: ReadFile) {
    const { name, alert, alert_chat: alertChat, max_parallel_tasks: maxParallelTasks, type } = file.project;
    const columns = { name, alert, alertChat, maxParallelTasks, type };
    const [projectId = 0] = await insertRows(manager, Project, [columns]);
    const owner = { projectId, userId: caller.userId, role: 'owner' } as const;
    await insertMembers(manager, [owner, ...file.members.map((member) => ({ ...member, projectId }))]);
    const ids = await new RowWriter(manager, projectId, this.secretBox).write(file.rows);
    await insertAliases(manager, projectId, file.aliases);
    await this.keepVaultToken(manager, projectId, file);
    const project = await getProject(manager, projectId);
    const done = activity('project_restored', { name });
    const entry = { projectId, objectType: 'project', objectId: projectId, activity: done } as const;
    await this.activity.record(manager, caller, entry, { entity: Project, before: null, after: project });
    const keys = keysOf(file.rows, false).map(({ place, ...key }) => ({ id: ids.get('key')?.[place] ?? 0, ...key }));
    return { project, keys };
  }

  private async keepVaultToken(manager: EntityManager, id: number, { opened, project }: ReadFile): Promise<void> {
    if (opened.has('meta.vault_token')) {
      await updateProject(manager, id, vaultMembers(this.secretBox, { id, ...NO_VAULT }, project));
    }
  }
}

function summaryOf({ project, rows, findings }: ReadFile) {
  const made = RESOURCES.map(({ noun, backup: { section } }) => ({ section, count: rows.get(noun)?.length ?? 0 }));
  return {
    projectName: project.name,
    emptyKeys: keysOf(rows, false).length,
    filledKeys: keysOf(rows, true).map(shownKey),
    made: made.filter(({ count }) => count > 0),
    notes: sentIssues(findings.notes),
  };
}

interface PlacedKey {
  place: number;
  name: string;
  type: KeyType;
}

/** Keys of a type that has a secret, with their places among the keys: those that have it, or those that lack it. */
const keysOf = (rows: ReadRows, isFilled: boolean): PlacedKey[] =>
  (rows.get('key') ?? []).flatMap(({ columns, seals }, place) => {
    const { name, type, vaultReference } = columns as unknown as AccessKey;
    const isEmpty = type !== 'none' && seals === undefined && vaultReference === null;
    return (isFilled ? seals !== undefined : isEmpty) ? [{ place, name, type }] : [];
  });

const shownKey = ({ name, type }: PlacedKey) => ({ name, type });
