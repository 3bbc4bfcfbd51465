import type { Project } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import { RESOURCES } from '../../definitions/all-resources.js';
import { MAX_FILE_BYTES } from '../../platform/bounds.js';
import { getProject } from '../../platform/database/project-row.repository.js';
import { refusal } from '../../platform/http/refusals.js';
import type { Kind } from '../backup/backup-members.js';
import { pagesOf, readPeople } from '../backup/backup.repository.js';
import { entriesOfPage, namesOf, projectSizes, type RowEntry } from '../backup/project-entries.js';

/** A project as it is, with its rows as a backup has them. */
export interface CurrentProject {
  project: Project;
  rows: ReadonlyMap<Kind, readonly RowEntry[]>;
  /** Logins of its members by their ids. */
  people: ReadonlyMap<number, string>;
}

/** @throws 413 when the project is larger than files may be */
export async function readCurrent(manager: EntityManager, projectId: number): Promise<CurrentProject> {
  const project = await getProject(manager, projectId);
  const sizes = await projectSizes(manager, projectId);
  const bytes = [...sizes.values()].flat().reduce((sum, { size }) => sum + size, 0);
  if (bytes > MAX_FILE_BYTES) {
    throw refusal(413, 'body_too_large', { size: `${MAX_FILE_BYTES / 1024 / 1024} MiB` });
  }
  const people = await readPeople(manager, projectId);
  const nameOf = namesOf(manager.dataSource, sizes, people);
  const rows = new Map<Kind, RowEntry[]>();
  for (const kind of RESOURCES) {
    const found: RowEntry[] = [];
    for (const ids of pagesOf(sizes.get(kind) ?? [])) {
      const page = await entriesOfPage(manager, kind, ids, nameOf);
      found.push(...page.map((each) => ({ ...each, entry: asJson(each.entry) })));
    }
    rows.set(kind, found);
  }
  return { project, rows, people };
}

/** The value as it is read from a file: times are texts. */
export const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
