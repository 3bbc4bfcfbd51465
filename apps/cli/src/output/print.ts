import { own } from '@switchyard/contracts';
import { CommandError, EXIT } from '../exit-codes.js';
import { type Terminal, widthOf } from '../terminal.js';
import { type Column, table } from './table.js';

const TEMPLATE = 'template=';
const FORMATS = ['table', 'json', 'yaml'] as const;

/** `table`, `json`, `yaml`, or `template=` with a text for each item. */
export type Format = (typeof FORMATS)[number] | `template=${string}`;

/** @throws CommandError when the text is no format */
export function formatOf(text: string): Format {
  const format = FORMATS.find((each) => each === text) ?? (text.startsWith(TEMPLATE) ? (text as Format) : undefined);
  if (format === undefined) {
    throw new CommandError(`"${text}" is no format: take ${FORMATS.join(', ')} or template=TEXT`, EXIT.usage);
  }
  return format;
}

/** Writes a list in the format that the person chose. */
export async function printList<T>(
  terminal: Terminal,
  format: Format,
  rows: readonly T[],
  columns: readonly Column<T>[],
): Promise<void> {
  if (format === 'table') {
    terminal.stdout.write(table(rows, columns, widthOf(terminal)));
    return;
  }
  terminal.stdout.write(await written(format, rows));
}

/** Writes one object; as a table, each of its facts is a line. */
export async function printOne<T>(
  terminal: Terminal,
  format: Format,
  value: T,
  facts: readonly Column<T>[],
): Promise<void> {
  if (format === 'table') {
    const lines = facts.map(({ title, text }) => ({ title, value: text(value) })).filter((fact) => fact.value !== '');
    const columns = [
      { title: '', text: (fact: { title: string }) => fact.title },
      { title: '', text: (fact: { value: string }) => fact.value },
    ];
    terminal.stdout.write(table(lines, columns, null).replace(/^.*\n/, ''));
    return;
  }
  terminal.stdout.write(await written(format, value));
}

async function written(format: Exclude<Format, 'table'>, value: unknown): Promise<string> {
  if (format === 'json') {
    return `${JSON.stringify(value, null, 2)}\n`;
  }
  if (format === 'yaml') {
    const { stringify } = await import('yaml');
    return stringify(value);
  }
  const template = format.slice(TEMPLATE.length);
  return (Array.isArray(value) ? value : [value]).map((item) => `${fillTemplate(template, item)}\n`).join('');
}

/** A place in a template. */
const PLACE = /\{\{\s*([\w.]+)\s*\}\}/g;

/** A text with members of a value in its places: `{{id}}`, `{{build_task.version}}`. An absent member is empty. */
export const fillTemplate = (template: string, value: unknown): string =>
  template.replace(PLACE, (_, path: string) => {
    const found = path.split('.').reduce<unknown>(member, value);
    return typeof found === 'object' && found !== null ? JSON.stringify(found) : String(found ?? '');
  });

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? own(value as Record<string, unknown>, name) : undefined;
