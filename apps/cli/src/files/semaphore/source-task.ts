import { type ImportedTask, own, TASK_STATUSES, type TaskStatus } from '@switchyard/contracts';
import { flagOf, idOf, isObject, jsonOf, type SourceRow, textOf } from '../source-values.js';
import type { SourceTask } from './source-history.js';

/** Body of an import, which the server judges: times are texts, and a log is pairs of milliseconds and text. */
export type TaskDraft = Record<keyof ImportedTask, unknown> & Pick<ImportedTask, 'log'>;

/** Ids here of what tasks name, by the ids there. */
export interface TaskReferences {
  templates: ReadonlyMap<number, number>;
  inventories: ReadonlyMap<number, number>;
  users: ReadonlyMap<number, string>;
}

/** The task as it is sent; `null` = its template is gone. */
export function taskDraft({ row, outputs }: SourceTask, references: TaskReferences): TaskDraft | null {
  const template = refOf(row, 'template_id', references.templates);
  if (template === null) {
    return null;
  }
  const times = { start: timeOf(row, 'start'), end: timeOf(row, 'end') };
  return {
    id: idOf(row),
    template_id: template,
    status: statusOf(row),
    created: timeOf(row, 'created') ?? times.start ?? times.end ?? new Date(0).toISOString(),
    ...times,
    user: refOf(row, 'user_id', references.users),
    message: cleanOf(row, 'message'),
    playbook: cleanOf(row, 'playbook'),
    environment: isObject(jsonOf(row, 'environment')) ? cleanOf(row, 'environment') : '',
    arguments: jsonTextOf(row, 'arguments'),
    git_branch: cleanOf(row, 'git_branch') || null,
    version: cleanOf(row, 'version') || null,
    commit_hash: cleanOf(row, 'commit_hash') || null,
    commit_message: cleanOf(row, 'commit_message'),
    inventory_id: refOf(row, 'inventory_id', references.inventories),
    build_task: idOf(row, 'build_task_id'),
    params: paramsOf(row),
    log: logOf(outputs),
    hosts: [],
    errors: [],
  };
}

/** One that is not known is an error. */
export const statusOf = (row: SourceRow): TaskStatus =>
  TASK_STATUSES.find((each) => each === textOf(row, 'status')) ?? 'error';

/** A point in time in UTC, with or without a zone; `null` = none. */
function timeOf(row: SourceRow, name: string): string | null {
  const time = Date.parse(textOf(row, name));
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** The text as JSON can hold it: a NUL becomes its picture. */
const cleanOf = (row: SourceRow, name: string): string =>
  textOf(row, name)
    .replaceAll('\0', '\u2400')
    .replace(/\p{Surrogate}/gu, '\ufffd');

/** The text of a column that holds an object, or a list; else empty. */
function jsonTextOf(row: SourceRow, name: string): string {
  const value = jsonOf(row, name);
  return typeof value === 'object' && value !== null ? cleanOf(row, name) : '';
}

const refOf = <T>(row: SourceRow, name: string, found: ReadonlyMap<number, T>): T | null =>
  found.get(idOf(row, name) ?? 0) ?? null;

const LISTS = ['limit', 'tags', 'skip_tags'] as const;
const FLAGS = ['debug', 'dry_run', 'diff', 'plan', 'destroy', 'auto_approve', 'upgrade', 'reconfigure'] as const;

/** Columns of older versions, and the object of newer ones. */
function paramsOf(row: SourceRow): Record<string, unknown> {
  const given = jsonOf(row, 'params');
  const params: SourceRow = isObject(given) ? given : {};
  const limit = textOf(row, 'hosts_limit')
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean);
  const lists = LISTS.map((name) => [name, own(params, name) ?? (name === 'limit' ? limit : [])] as const);
  const level = own(params, 'debug_level');
  return {
    ...Object.fromEntries(
      FLAGS.filter((name) => flagOf(row, name) || flagOf(params, name)).map((name) => [name, true]),
    ),
    ...Object.fromEntries(lists.filter(([, list]) => Array.isArray(list) && list.length > 0)),
    ...(typeof level === 'number' && level > 0 && { debug_level: level }),
  };
}

/** Most outputs of a log that keep a time of their own. */
const MAX_OUTPUTS = 100_000;
/** Most bytes of a log as JSON. */
const MAX_LOG_BYTES = 6 * 1024 * 1024;

/**
 * Outputs of one time are one output. Where there are too many, later ones have the time of the last. Of a log that is too long the
 * lines in the middle are left out, and one says so.
 */
function logOf(rows: readonly SourceRow[]): ImportedTask['log'] {
  const outputs: ImportedTask['log'] = [];
  for (const row of rows) {
    const text = cleanOf(row, 'output');
    const [time, last] = [Math.max(0, Date.parse(textOf(row, 'time')) || 0), outputs.at(-1)];
    if (last && (last[0] === time || outputs.length === MAX_OUTPUTS)) {
      last[1] += `\n${text}`;
    } else {
      outputs.push([time, text]);
    }
  }
  return sizeOf(outputs) <= MAX_LOG_BYTES ? outputs : withoutMiddle(outputs);
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function withoutMiddle(outputs: ImportedTask['log']): ImportedTask['log'] {
  const lines = outputs.flatMap(([time, text]) => text.split('\n').map((line): [number, string] => [time, line]));
  const head = fitting(lines);
  const tail = fitting(lines.slice(head).reverse());
  const left = lines.length - head - tail;
  const note: [number, string] = [lines[head]?.[0] ?? 0, `… ${left} lines were left out by the import …`];
  return [...lines.slice(0, head), note, ...lines.slice(lines.length - tail)];
}

/** How many of the lines fit into half of a log. */
function fitting(lines: ImportedTask['log']): number {
  let [size, count] = [0, 0];
  for (const line of lines) {
    size += sizeOf(line) + 1;
    if (size > MAX_LOG_BYTES / 2 || count === MAX_OUTPUTS / 2 - 1) {
      return count;
    }
    count += 1;
  }
  return count;
}
