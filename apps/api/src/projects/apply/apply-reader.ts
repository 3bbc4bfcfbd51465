import { Inject, Injectable } from '@nestjs/common';
import {
  type AppliedChange,
  type BackupDocument,
  type KeyInput,
  issuesOf,
  MAX_APPLIED_CHANGES,
  own,
  type Problem,
  ProjectInput,
} from '@switchyard/contracts';
import type { Project } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import type { EntityManager } from 'typeorm';
import { RESOURCES } from '../../definitions/all-resources.js';
import { MAX_ROWS_OF_KIND } from '../../platform/bounds.js';
import { ScheduleCalendar } from '../../resources/schedules/schedule-calendar.js';
import { VaultFeature } from '../../resources/vault/vault-feature.js';
import { findActiveTaskIds } from '../../tasks/active-task-ids.repository.js';
import { DocumentReader, type ReadRow, type ReadRows } from '../backup/restore/document-reader.js';
import { entriesOf, type FileEntries } from '../backup/restore/file-entries.js';
import { Findings } from '../backup/restore/findings.js';
import { fillSecrets, type OpenedSecrets } from '../backup/restore/opened-secrets.js';
import { knownApps } from '../backup/restore/restore.repository.js';
import { judge } from '../backup/restore/restore-rules.js';
import { type CurrentProject, readCurrent } from './current-project.js';
import { changedMembers, type Differences, differencesOf } from './difference.js';
import { keptSecrets } from './kept-secrets.js';
import { refuseUnknownMembers } from './known-members.js';
import { type Drops, type MergedEntry, type MergedProject, mergedProject } from './merged-project.js';

/** Settings of a project that files set. */
type AppliedSettings = Pick<Project, 'alert' | 'alertChat' | 'maxParallelTasks'>;

/** Files that were read, held against the project, and found good. */
export interface ReadApply {
  current: CurrentProject;
  /** `null` = they stay. */
  settings: AppliedSettings | null;
  merged: MergedProject;
  rows: ReadRows;
  differences: Differences;
  findings: Findings;
}

/** Files, and what may be done with them. */
export interface ApplyRules {
  document: BackupDocument;
  drops: Drops;
  /** Refuses changes, beside the rules for every apply. */
  permit(read: Pick<ReadApply, 'merged' | 'differences'>, findings: Findings): void;
}

/** Where the words of a backup do not fit. */
const WORDS = { restore_unknown: 'apply_unknown', restore_secret: 'apply_secret' } as const;

/** Reads the files of a project, and judges the project as it would be as a whole. */
@Injectable()
export class ApplyReader {
  constructor(
    private readonly calendar: ScheduleCalendar,
    private readonly vault: VaultFeature,
    @Inject(SecretBox) private readonly box: SecretBox,
  ) {}

  /** @throws 400 with all faults, 413 when the project is too large */
  async read(manager: EntityManager, projectId: number, { document, drops, permit }: ApplyRules): Promise<ReadApply> {
    const findings = new Findings(WORDS);
    const current = await readCurrent(manager, projectId);
    await refuseUnknownMembers(manager.dataSource, document, findings);
    const given = entriesOf(document, findings);
    findings.requireNone();
    const merged = mergedProject(current, given, drops);
    const settings = settingsOf(document, findings);
    const rows = await this.rows(manager, { merged, people: current.people }, findings);
    findings.requireNone();
    const differences = await differencesOf(manager.dataSource, merged, { rows, people: current.people });
    differences.changes.unshift(...settingsChange(current.project, settings));
    await this.requirePermitted(manager, projectId, { merged, rows, differences, findings });
    permit({ merged, differences }, findings);
    findings.requireNone();
    keepNotesOf(differences, merged, findings);
    return { current, settings, merged, rows, differences, findings };
  }

  private async rows(
    manager: EntityManager,
    { merged, people }: { merged: MergedProject; people: CurrentProject['people'] },
    findings: Findings,
  ): Promise<ReadRows> {
    const { entries, opened } = this.withSecrets(merged);
    fillSecrets(opened, { meta: null, entries }, findings);
    const ids = new Map([...people].map(([id, login]) => [login, id]));
    const rows = await new DocumentReader(manager.dataSource, { entries, people: ids }, findings, opened).read();
    if (findings.areFaultless) {
      await judge({ rows, findings, calendar: this.calendar, apps: await knownApps(manager), opened });
    }
    return rows;
  }

  private withSecrets({ entries }: MergedProject): { entries: FileEntries; opened: OpenedSecrets } {
    const opened = new Map<string, string>();
    const lists = RESOURCES.map((kind) => {
      const list = (entries.get(kind) ?? []).map((each) => {
        for (const [member, text] of Object.entries(each.isGiven ? keptSecrets(this.box, kind.noun, each) : {})) {
          opened.set([...each.path, member].join('.'), text);
        }
        return { ...each, entry: structuredClone(each.entry) };
      });
      return [kind.backup.section, list] as const;
    });
    return { entries: new Map(lists), opened };
  }

  /** Checks the rules of the resources' services, beside those for every file. */
  private async requirePermitted(
    manager: EntityManager,
    projectId: number,
    { merged, rows, differences, findings }: Pick<ReadApply, 'merged' | 'rows' | 'differences' | 'findings'>,
  ): Promise<void> {
    if (differences.changes.length > MAX_APPLIED_CHANGES) {
      findings.refuse([], 'too_many', { max: MAX_APPLIED_CHANGES });
    }
    for (const kind of RESOURCES) {
      const { most = MAX_ROWS_OF_KIND } = kind;
      if ((merged.entries.get(kind)?.length ?? 0) > most) {
        findings.refuse([kind.backup.section], 'too_many', { max: most });
      }
    }
    const changed = rowsOf(rows, differences);
    for (const { path, input } of changed.filter(({ kind }) => kind.noun === 'key')) {
      if ((input as KeyInput).vault_reference !== null && !(await this.vault.isIncluded(projectId))) {
        findings.refuse([...path, 'vault_reference'], 'vault_not_included');
      }
    }
    for (const { kind, row, entry } of goneRows(merged)) {
      const isBusy = kind.noun === 'template' && (await isRunning(manager, projectId, row.id));
      if (isBusy) {
        findings.refuse([kind.backup.section, String(own(entry, kind.label))], 'apply_running');
      }
    }
  }
}

const isRunning = async (manager: EntityManager, projectId: number, templateId: number): Promise<boolean> =>
  (await findActiveTaskIds(manager, { projectId, templateId })).length > 0;

/** The rows that are deleted, those that use others first. */
export const goneRows = ({ gone }: MergedProject) =>
  RESOURCES.toReversed().flatMap((kind) => (gone.get(kind) ?? []).map((each) => ({ kind, ...each })));

/** The rows that are written. */
const rowsOf = (rows: ReadRows, { changed }: Differences): ReadRow[] =>
  RESOURCES.flatMap((kind) => (rows.get(kind.noun) ?? []).filter((_, index) => changed.get(kind)?.has(index)));

/** Notes about what is not written say nothing. */
function keepNotesOf({ changed }: Differences, { entries }: MergedProject, findings: Findings): void {
  const written = new Set(
    [...entries].flatMap(([kind, list]) =>
      list.flatMap(({ path }: MergedEntry, index) => (changed.get(kind)?.has(index) ? [path.join('.')] : [])),
    ),
  );
  const kept = findings.notes.filter(({ path }) =>
    path.some((_, index) => written.has(path.slice(0, index + 1).join('.'))),
  );
  findings.notes.splice(0, findings.notes.length, ...kept);
}

/** The settings of the files; a name is part of them only for a project that is made. */
function settingsOf({ meta }: BackupDocument, findings: Findings): AppliedSettings | null {
  if (meta === null || meta === undefined) {
    return null;
  }
  const { data, error } = ProjectInput.safeParse(meta);
  for (const { path, code, params } of issuesOf(error?.issues ?? [])) {
    findings.refuseWith(['meta', ...path], { code, params } as Problem);
  }
  return data ? { alert: data.alert, alertChat: data.alert_chat, maxParallelTasks: data.max_parallel_tasks } : null;
}

function settingsChange(project: Project, settings: AppliedSettings | null): AppliedChange[] {
  const entry = ({ alert, alertChat, maxParallelTasks }: AppliedSettings) => ({
    alert,
    alert_chat: alertChat ?? undefined,
    max_parallel_tasks: maxParallelTasks,
  });
  const members = settings === null ? [] : changedMembers(entry(project), entry(settings));
  return members.length === 0 ? [] : [{ section: 'project', name: project.name, action: 'update', members }];
}
