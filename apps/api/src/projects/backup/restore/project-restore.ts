import { Inject, Injectable } from '@nestjs/common';
import { activity, type KeyType, type RestoredProject, type RestorePreview } from '@switchyard/contracts';
import { IntegrationAlias, Project } from '@switchyard/database';
import type { Engine } from '@switchyard/engine';
import { SecretBox } from '@switchyard/server';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessChanges } from '../../../auth/access/access-changes.js';
import type { Caller } from '../../../auth/access/caller.js';
import { requireLasting } from '../../../auth/access/fresh-sign-in.js';
import { keepMakerOfProject } from '../../../auth/audit/access-grants.repository.js';
import { auditScope } from '../../../auth/audit/audit-scope.js';
import { ENGINE } from '../../../platform/infrastructure/tokens.js';
import { sentIssues } from '../../../resources/integrations/reading/shown-reading.js';
import { ActivityLog } from '../../../resources/shared/activity-log.js';
import { getProject } from '../../../platform/database/project-row.repository.js';
import { toProject } from '../../project.mapper.js';
import { updateProject } from '../../project.repository.js';
import { NO_VAULT, vaultMembers } from '../../vault-members.js';
import { RESOURCES } from '../../../definitions/all-resources.js';
import { columnsOf, type ReadRows } from './document-reader.js';
import { insertAliases, insertMembers, insertRows } from './restore.repository.js';
import { RowWriter } from './row-writer.js';
import { type ReadFile, RestoreReader } from './restore-reader.js';

/** Choices of a restore that its caller makes. */
interface RestoreChoices {
  /** Entries with faults are left out. */
  isPartial: boolean;
  withMembers: boolean;
  /** Schedules start tasks as they did. */
  isActive: boolean;
}

/** Makes projects of backups. Everything is judged before anything is written, and written in one transaction. */
@Injectable()
export class ProjectRestore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reader: RestoreReader,
    private readonly activity: ActivityLog,
    private readonly changes: AccessChanges,
    private readonly secretBox: SecretBox,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  /**
   * Returns the objects that a restore would make.
   * @param isPartial entries with faults, and those that cannot do without them, are left out and noted
   * @throws 401 when the caller may not create projects, 400 for the file
   */
  async plan(caller: Caller, bytes: Buffer, isPartial: boolean): Promise<RestorePreview> {
    const file = await this.reader.read(caller, bytes, isPartial);
    return {
      ...summaryOf(file),
      keys: keysOf(file.rows, false).map(shownKey),
      members: file.members.map(({ username, role }) => ({ username, role })),
      active_schedules: activeSchedules(file.rows).length,
    };
  }

  /** @throws as `plan`, and 403 as {@link requireLasting} for a file with members or addresses */
  async restore(
    caller: Caller,
    bytes: Buffer,
    { isPartial, withMembers, isActive }: RestoreChoices,
  ): Promise<RestoredProject> {
    const found = await this.reader.read(caller, bytes, isPartial);
    const file = { ...found, members: withMembers ? found.members : [] };
    if (file.members.length > 0 || file.aliases.length > 0 || hasAddress(file.rows)) {
      requireLasting(caller);
    }
    if (!isActive) {
      activeSchedules(file.rows).forEach(({ columns }) => Object.assign(columns, { active: false }));
    }
    const { project, keys } = await this.dataSource.transaction((manager) => this.write(manager, caller, file));
    this.changes.publish([caller.userId, ...file.members.map(({ userId }) => userId)]);
    this.engine.signals.schedulesChanged();
    return { ...toProject(project), ...summaryOf(file), keys };
  }

  private async write(manager: EntityManager, caller: Caller, file: ReadFile) {
    const { name, alert, alert_chat: alertChat, max_parallel_tasks: maxParallelTasks, type } = file.project;
    const columns = { name, alert, alertChat, maxParallelTasks, type };
    const [projectId = 0] = await insertRows(manager, Project, [columns]);
    const owner = { projectId, userId: caller.userId, role: 'owner' } as const;
    const others = file.members.map(({ userId, role }) => ({ projectId, userId, role }));
    await insertMembers(manager, [owner, ...others]);
    const ids = await new RowWriter(manager, projectId, this.secretBox).write(file.rows);
    await insertAliases(manager, projectId, file.aliases);
    await keepMakerOfProject(manager, auditScope.getStore(), projectId);
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

/** Whether an integration comes with an address of its own. */
const hasAddress = (rows: ReadRows): boolean =>
  (rows.get('integration') ?? []).some(({ kind, children }) =>
    children.some(({ rows: made }, at) => kind.children?.[at]?.entity === IntegrationAlias && made.length > 0),
  );

/** The schedules that start tasks by themselves. */
const activeSchedules = (rows: ReadRows) =>
  (rows.get('schedule') ?? []).filter((row) => columnsOf(row, 'schedule').active);

interface PlacedKey {
  place: number;
  name: string;
  type: KeyType;
}

/** Keys of a type that has a secret, with their places among the keys: those that have it, or those that lack it. */
const keysOf = (rows: ReadRows, isFilled: boolean): PlacedKey[] =>
  (rows.get('key') ?? []).flatMap((row, place) => {
    const { seals } = row;
    const { name, type, vaultReference } = columnsOf(row, 'key');
    const isEmpty = type !== 'none' && seals === undefined && vaultReference === null;
    return (isFilled ? seals !== undefined : isEmpty) ? [{ place, name, type }] : [];
  });

const shownKey = ({ name, type }: PlacedKey) => ({ name, type });
