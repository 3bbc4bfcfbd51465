import type { LogLines } from '@switchyard/contracts';
import { CommandError, EXIT } from '../exit-codes.js';
import { expressionOf, follow } from '../follow/follow.js';
import { LogCursor } from '../follow/log-cursor.js';
import { LogPrinter, type LogPrinterOptions } from '../follow/log-printer.js';
import { momentOf } from '../output/moments.js';
import type { Invocation } from '../invocation.js';
import type { Registry } from './register.js';
import { taskNumber, taskPath } from './tasks.js';

/** Lines of one request. */
const PAGE = 5_000;

interface LogOptions {
  follow?: boolean;
  grep?: string;
  since?: string;
  tail?: string;
  timestamps?: boolean;
}

export function addLogs(registry: Registry): void {
  registry
    .add<LogOptions>(registry.program, 'logs <task>', 'Show the log of a task', showLog)
    .option('-f, --follow', 'go on until the task has ended, then end with its exit code')
    .option('--grep <expression>', 'lines that match a regular expression')
    .option('--since <time>', 'lines from a time on, such as 10m, 2h or 2026-01-31T12:00:00Z')
    .option('--tail <number>', 'the last lines')
    .option('--timestamps', 'begin each line with its time');
}

async function showLog(invocation: Invocation, [task = '']: string[], options: LogOptions): Promise<number> {
  const shown: LogPrinterOptions = {
    matches: options.grep === undefined ? null : expressionOf(options.grep),
    since: options.since === undefined ? null : momentOf(options.since),
    timestamps: options.timestamps === true,
  };
  const path = `${await taskPath(invocation, task)}/lines`;
  const from = options.tail === undefined ? 0 : await tailStart(invocation, path, options.tail);
  if (options.follow) {
    const { id } = await invocation.project();
    return follow(invocation, { projectId: id, taskId: taskNumber(task), from }, shown);
  }
  const printer = new LogPrinter(invocation.terminal, shown);
  for await (const lines of pages(invocation, path, from)) {
    printer.print(lines);
  }
  return EXIT.ok;
}

/** All lines that are stored, page by page. */
async function* pages(invocation: Invocation, path: string, from: number) {
  const cursor = new LogCursor(from);
  for (;;) {
    const before = cursor.next;
    const page = await invocation.client.get<LogLines>(path, { after: before, limit: PAGE });
    yield cursor.take(page).lines;
    if (cursor.next >= page.total || cursor.next === before) {
      return;
    }
  }
}

/** 0-based number of the first of the last lines. @throws CommandError */
async function tailStart(invocation: Invocation, path: string, text: string): Promise<number> {
  if (!/^\d{1,9}$/.test(text)) {
    throw new CommandError(`"${text}" is no number of lines`, EXIT.usage);
  }
  const { total } = await invocation.client.get<LogLines>(path, { tail: 1 });
  return Math.max(0, total - Number(text));
}
