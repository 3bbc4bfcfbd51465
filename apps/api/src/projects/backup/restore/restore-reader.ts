import { Inject, Injectable } from '@nestjs/common';
import { type BackupDocument, issuesOf, type Problem, ProjectInput, Role } from '@switchyard/contracts';
import { type ProjectMember } from '@switchyard/database';
import { DataSource } from 'typeorm';
import type { Caller } from '../../../auth/access/caller.js';
import type { ApiConfig } from '../../../platform/config.js';
import { notPermitted } from '../../../platform/http/refusals.js';
import { API_CONFIG } from '../../../platform/infrastructure/tokens.js';
import { mayCreateProjects } from '../../../auth/access/project-creation.js';
import { ScheduleCalendar } from '../../../resources/schedules/schedule-calendar.js';
import { DocumentReader, type FileContent, type ReadRows } from './document-reader.js';
import { entriesOf, entryFinder, without } from './file-entries.js';
import { Findings } from './findings.js';
import { withoutTaken } from './kept-addresses.js';
import { fillSecrets, type OpenedSecrets, openSecrets } from './opened-secrets.js';
import { isProjectName, knownApps, userIds } from './restore.repository.js';
import { RestoreDocuments } from './restore-documents.js';
import { judge } from './restore-rules.js';

/** Rounds in which entries are left out: more than the kinds that refer to each other in a row. */
const MOST_ROUNDS = 12;

/** A file that was read and found good. */
export interface ReadFile {
  project: ProjectInput;
  rows: ReadRows;
  members: (Pick<ProjectMember, 'userId' | 'role'> & { username: string })[];
  /** Addresses of the project that stay as they are; `null` = a new one is made. */
  aliases: (string | null)[];
  opened: OpenedSecrets;
  findings: Findings;
}

/** Reads backups and judges them as a whole. */
@Injectable()
export class RestoreReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly calendar: ScheduleCalendar,
    private readonly documents: RestoreDocuments,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /**
   * @param isPartial entries with faults, and those that cannot do without them, are left out and noted
   * @throws 401 when the caller may not create projects, 400 for the file
   */
  async read(caller: Caller, bytes: Buffer, isPartial: boolean): Promise<ReadFile> {
    if (!mayCreateProjects(caller, this.config)) {
      throw notPermitted();
    }
    const document = await this.documents.read(caller.userId, bytes);
    const findings = new Findings();
    const opened = await withoutTaken(this.dataSource.manager, await openSecrets(document, findings));
    findings.requireNone();
    const entries = entriesOf(document, findings);
    if (isPartial) {
      // Entries that are no objects are in no list any more.
      findings.leaveOut((path) => path.join('.'));
    }
    fillSecrets(opened, { meta: document.meta, entries }, findings);
    const project = await this.project(document, findings);
    const people = await this.people(document);
    const rows = isPartial
      ? await this.goodRows({ entries, people }, findings, opened)
      : await this.rows({ entries, people }, findings, opened);
    const members = this.members(caller, document, { ids: people, findings });
    findings.requireNone();
    const listed = document.integration_aliases ?? [];
    const aliases = listed.map((_, index) => opened.get(`integration_aliases.${index}`) ?? null);
    if (aliases.includes(null)) {
      findings.note(['integration_aliases'], 'restore_alias');
    }
    return { project: project as ProjectInput, rows, members, aliases, opened, findings };
  }

  /** Faults are in the findings. */
  private async rows(content: FileContent, findings: Findings, opened: OpenedSecrets): Promise<ReadRows> {
    const rows = await new DocumentReader(this.dataSource, content, findings, opened).read();
    if (findings.areFaultless) {
      const apps = await knownApps(this.dataSource.manager);
      await judge({ rows, findings, calendar: this.calendar, apps, opened });
    }
    return rows;
  }

  /** Those without a fault; what refers to one that is left out is read again without it. */
  private async goodRows(all: FileContent, findings: Findings, opened: OpenedSecrets): Promise<ReadRows> {
    const { people } = all;
    let { entries } = all;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const found = new Findings();
      const rows = await this.rows({ entries, people }, found, opened);
      if (found.areFaultless) {
        findings.notes.push(...found.notes);
        return rows;
      }
      found.notes.length = 0;
      const out = found.leaveOut(entryFinder(entries));
      findings.notes.push(...found.notes);
      found.requireNone();
      entries = without(entries, out);
    }
    await this.rows({ entries, people }, findings, opened);
    findings.requireNone();
    throw new Error('The rounds have not ended, though the file has no fault left');
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

  /** The members of the file who have an account here, by their logins. */
  private people({ members }: BackupDocument): Promise<Map<string, number>> {
    return userIds(
      this.dataSource.manager,
      (members ?? []).map(({ username }) => username),
    );
  }

  /** Members who have an account here; the caller owns the project. @param ids of {@link people} */
  private members(
    { userId }: Caller,
    { members }: BackupDocument,
    { ids, findings }: { ids: ReadonlyMap<string, number>; findings: Findings },
  ) {
    const listed = members ?? [];
    const known = new Map<number, { username: string; role: Role }>();
    listed.forEach(({ username, role }, index) => {
      const [id, named] = [ids.get(username), Role.safeParse(role)];
      if (!named.success) {
        findings.refuse(['members', index, 'role'], 'invalid');
      } else if (id === undefined) {
        findings.note(['members', index], 'restore_user', { name: username });
      } else {
        known.set(id, { username, role: named.data });
      }
    });
    known.delete(userId);
    return [...known].map(([id, member]) => ({ userId: id, ...member }));
  }
}
