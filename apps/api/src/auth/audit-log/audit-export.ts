import { Readable } from 'node:stream';
import type { AuditExportQuery, AuditRecord } from '@switchyard/contracts';

type Format = AuditExportQuery['format'];

/** `Content-Type` of each form. */
export const EXPORT_TYPES: Readonly<Record<Format, string>> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

const CSV_MEMBERS = [
  'id',
  'at',
  'user_id',
  'username',
  'ip',
  'user_agent',
  'action',
  'object_type',
  'object_id',
  'project_id',
  'before',
  'after',
  'outcome',
] as const satisfies readonly (keyof AuditRecord)[];

/** Streams records page by page, so that memory does not grow with their number. */
export function exportStream(pages: AsyncIterable<AuditRecord[]>, format: Format): Readable {
  return Readable.from(format === 'csv' ? csvLines(pages) : jsonLines(pages));
}

async function* jsonLines(pages: AsyncIterable<AuditRecord[]>): AsyncGenerator<string> {
  for await (const page of pages) {
    yield page.map((record) => `${JSON.stringify(record)}\n`).join('');
  }
}

/** RFC 4180, with a line of names. */
async function* csvLines(pages: AsyncIterable<AuditRecord[]>): AsyncGenerator<string> {
  yield `${CSV_MEMBERS.join(',')}\r\n`;
  for await (const page of pages) {
    yield page.map((record) => `${CSV_MEMBERS.map((member) => csvField(record[member])).join(',')}\r\n`).join('');
  }
}

/** A text that a spreadsheet would take for a formula gets a quote in front (OWASP, CSV injection). */
function csvField(value: unknown): string {
  const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
