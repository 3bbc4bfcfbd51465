/** Descriptions of the records that a task leaves in the activity log, as SQL over `task` and `template`. */
export const queuedText = `'Task ' || task.id || ' was queued' || coalesce(' by schedule ' || task.schedule_id, '')`;
export const runningText = `'Task ' || task.id || ' (' || template.name || ') is running'`;
export const finishedText = `'Task ' || task.id || ' (' || template.name || ') finished - ' || upper(task.status)`;
export const decidedText = `'Task ' || task.id || ' (' || template.name || ') was ' || task.status`;
