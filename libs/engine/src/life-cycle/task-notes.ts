import { type Problem, sentProblem, type TaskNote } from '@switchyard/contracts';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';
import { announceTasks } from './announce-tasks.js';
import { UPDATE_COLUMNS, type UpdateRow } from './task-update.js';

/** Most notes of a task. */
const MOST = 20;

const noteOf = (what: Problem): TaskNote => ({ ...sentProblem(what), time: new Date().toISOString() });

/** Adds a note to a task, whatever its status is. The last one is not repeated. */
export async function noteOnTask(engine: Engine, taskId: number, what: Problem): Promise<void> {
  const noted = await rows<UpdateRow>(
    engine.dataSource,
    `update task set notes = notes || $2::jsonb
      where id = $1 and jsonb_array_length(notes) < ${MOST} and (notes -> -1 ->> 'code') is distinct from $3
      returning ${UPDATE_COLUMNS}`,
    [taskId, JSON.stringify([noteOf(what)]), what.code],
  );
  announceTasks(engine, noted);
}
