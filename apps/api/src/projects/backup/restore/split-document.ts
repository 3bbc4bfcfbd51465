import { isUtf8 } from 'node:buffer';
import {
  BackupDocument,
  type Issue,
  issuesOf,
  JsonError,
  parseJson,
  type Problem,
  problem,
} from '@switchyard/contracts';
import type { WorkBudget } from '../../../platform/workers/work-budget.js';

/** The bytes of a file that is restored. */
export interface DocumentJob {
  bytes: Uint8Array;
  /** Most values of its JSON. */
  maxValues: number;
}

/** A part of a document that is parsed in one turn: a member, or some entries of a member that is a list. */
export interface DocumentPiece {
  member: string;
  isList: boolean;
  json: Uint8Array;
}

/** A document in pieces, or why it is none. */
export type SplitDocument = { pieces: DocumentPiece[] } | { fault: Problem } | { issues: readonly Issue[] };

/** Characters of entries that make a piece, but for one entry that has more. */
const PIECE_CHARACTERS = 64 * 1024;

/** Parses a file, holds it against its schema, and cuts it into pieces. */
export function splitDocument({ bytes, maxValues }: DocumentJob, budget: WorkBudget): SplitDocument {
  budget.spend(bytes.length);
  if (!isUtf8(bytes)) {
    return { fault: problem('body_not_utf8') };
  }
  try {
    const { data, error } = BackupDocument.safeParse(parseJson(Buffer.from(bytes).toString('utf8'), maxValues));
    return data ? { pieces: piecesOf(data) } : { issues: issuesOf(error.issues) };
  } catch (error) {
    if (error instanceof JsonError) {
      return { fault: problem('body_json', { fault: error.problem }) };
    }
    throw error;
  }
}

const piecesOf = (document: BackupDocument): DocumentPiece[] =>
  Object.entries(document).flatMap(([member, value]): DocumentPiece[] =>
    Array.isArray(value)
      ? groupsOf(value).map((json) => ({ member, isList: true, json: Buffer.from(`[${json}]`) }))
      : [{ member, isList: false, json: Buffer.from(JSON.stringify(value ?? null)) }],
  );

/** The JSON of some entries each, joined by commas; one group without entries for an empty list. */
function groupsOf(entries: readonly unknown[]): string[] {
  const groups = [''];
  for (const entry of entries) {
    const json = JSON.stringify(entry);
    const last = groups.at(-1) ?? '';
    if (last === '' || last.length + json.length < PIECE_CHARACTERS) {
      groups[groups.length - 1] = last === '' ? json : `${last},${json}`;
    } else {
      groups.push(json);
    }
  }
  return groups;
}
