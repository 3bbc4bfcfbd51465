/** Descriptions of the activity records that a task leaves, as SQL over `task` and `template`. */
export const queuedText = `'Task ' || task.id || ' was queued'`;
export const runningText = `'Task ' || task.id || ' (' || template.name || ') is running'`;
export const finishedText = `'Task ' || task.id || ' (' || template.name || ') finished - ' || upper(task.status)`;

export const decidedText = `'Task ' || task.id || ' (' || template.name || ') was ' || task.status`;

/**
 * A statement that records an activity for each row of `source`, a list of tasks with the columns of
 * {@link EVENT_COLUMNS}.
 * @param actor who did it; by default who started the task
 */
export const insertEvents = (source: string, text: string, actor = 'task.user_id'): string => `
  insert into event (user_id, project_id, integration_id, object_type, object_id, description)
    select ${actor}, task.project_id, task.integration_id, 'task', task.id, ${text}
      from ${source} task join template on template.id = task.template_id`;

export const EVENT_COLUMNS = 'task.user_id, task.integration_id';
