import { type BackupDocument, own, textList } from '@switchyard/contracts';
import type { DataSource } from 'typeorm';
import { RESOURCES } from '../../definitions/all-resources.js';
import { mapInTurns } from '../../platform/workers/in-turns.js';
import { childMembersOf, type Kind, membersOf } from '../backup/backup-members.js';
import { isId } from '../backup/restore/document-reader.js';
import { isObject } from '../backup/restore/file-entries.js';
import type { Findings } from '../backup/restore/findings.js';

/** Names that a refusal lists. */
const MOST_NAMES = 5;

/** Finds members that no resource has: a wrong spelling must not be taken for a default. */
export async function refuseUnknownMembers(
  source: DataSource,
  document: BackupDocument,
  findings: Findings,
): Promise<void> {
  for (const kind of RESOURCES) {
    const known = new Set([
      ...membersOf(source, kind).map(({ name }) => name),
      ...(kind.children ?? []).map(({ backup }) => backup.list),
    ]);
    await mapInTurns(document[kind.backup.section] ?? [], (entry, index) => {
      const path = [kind.backup.section, index];
      refuse(entry, known, { path, findings });
      refuseInChildren(source, kind, entry, { path, findings });
    });
  }
}

interface Place {
  path: (string | number)[];
  findings: Findings;
}

function refuseInChildren(source: DataSource, kind: Kind, entry: unknown, { path, findings }: Place): void {
  for (const child of kind.children ?? []) {
    const known = new Set(childMembersOf(source, child).map(({ name }) => name));
    const list = isObject(entry) ? own(entry, child.backup.list) : null;
    for (const [index, each] of (Array.isArray(list) ? (list as unknown[]) : []).entries()) {
      refuse(each, known, { path: [...path, child.backup.list, index], findings });
    }
  }
}

function refuse(entry: unknown, known: ReadonlySet<string>, { path, findings }: Place): void {
  const unknown = Object.keys(isObject(entry) ? entry : {}).filter((name) => !known.has(name) && !isId(name));
  if (unknown.length > 0) {
    const names = unknown.slice(0, MOST_NAMES).map((name) => name.slice(0, 64));
    findings.refuse(path, 'unknown_members', { names: textList(names) });
  }
}
