import { z } from 'zod';
import { withProblem } from '../errors/issue.js';
import { JsonObjectString } from '../primitives/json-string.js';
import { JsonStageArgumentsString } from '../primitives/stage-arguments.js';
import { Id, LAST_MOMENT, Ref, TimeInput } from '../primitives/primitives.js';
import { SentIssue } from '../refusal/error-body.js';
import { HostCounters } from './results.js';
import { TaskStatus } from './status.js';
import { TaskParams } from './task-params.js';

/** Most tasks of one batch; more come in several. */
export const MAX_IMPORTED_TASKS = 200;
/** Most bytes of a batch. */
export const MAX_HISTORY_BYTES = 8 * 1024 * 1024;
/** Most JSON values of one task. */
export const MAX_HISTORY_VALUES = 500_000;
/** Most outputs in the log of a task: several lines may be one output. */
export const MAX_IMPORTED_OUTPUTS = 100_000;
/** Most hosts, and most failed steps, of a task. */
const MAX_RESULTS = 10_000;

const Text = (max: number) => z.string().max(max);

/** Id of a task in another product. */
const SourceId = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

/** Lines that a task wrote at one moment, in epoch milliseconds; they are parted by newlines, and the last one has none. */
const ImportedOutput = z.tuple([z.int().min(0).max(LAST_MOMENT), Text(MAX_HISTORY_BYTES)]);

/** Query of an import of history. `source` stands for a project of another product: ids of its tasks count there. */
export const HistoryQuery = z.object({ source: Text(64).regex(/^[0-9a-f]{64}$/, withProblem('invalid')) });
export type HistoryQuery = z.infer<typeof HistoryQuery>;

/**
 * A task of another product; a line of the body of `POST …/history`. What had not ended there has ended here. `user` is the login
 * of who started it, `build_task` the id there of the build that it deployed, `log` its outputs in their order.
 */
export const ImportedTask = z.strictObject({
  id: SourceId,
  template_id: Id,
  status: TaskStatus,
  created: TimeInput,
  start: TimeInput.nullable(),
  end: TimeInput.nullable(),
  user: Text(255).nullable(),
  message: Text(1000),
  playbook: Text(1024),
  environment: JsonObjectString,
  arguments: JsonStageArgumentsString,
  git_branch: Text(255).nullable(),
  version: Text(255).nullable(),
  commit_hash: Text(255).nullable(),
  commit_message: Text(1000),
  inventory_id: Ref,
  build_task: SourceId.nullable(),
  params: TaskParams,
  log: z.array(ImportedOutput).max(MAX_IMPORTED_OUTPUTS),
  hosts: z.array(HostCounters.extend({ host: Text(1024).min(1) })).max(MAX_RESULTS),
  errors: z.array(z.object({ host: Text(1024), task: Text(1024), error: Text(16_384) })).max(MAX_RESULTS),
});
export type ImportedTask = z.infer<typeof ImportedTask>;

/** The end of the import of a task: `exists` = it was imported before, also when it has been removed since. */
export const TaskImportOutcome = z.enum(['created', 'exists', 'refused']);
export type TaskImportOutcome = z.infer<typeof TaskImportOutcome>;

/** Answer of an import of history: the lines in their order. */
export const ImportedTasks = z.object({
  tasks: z.array(
    z.object({
      outcome: TaskImportOutcome,
      /** Its id here; `null` = it is refused. */
      id: Id.nullable(),
      /** Why it is refused. */
      problems: z.array(SentIssue),
    }),
  ),
});
export type ImportedTasks = z.infer<typeof ImportedTasks>;
