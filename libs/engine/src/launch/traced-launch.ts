import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';
import type { NewTask } from './new-task.js';

/** Stores a task within a span of its own, which it carries from then on. */
export async function tracedLaunch<T>(
  { traces }: Engine,
  task: NewTask,
  store: (task: NewTask) => Promise<T>,
): Promise<T> {
  const span = traces?.begin('launch', task.traceparent);
  if (!span) {
    return store(task);
  }
  try {
    const stored = await store({ ...task, traceparent: span.traceparent });
    span.end({ 'switchyard.project': task.projectId, 'switchyard.template': task.templateId });
    return stored;
  } catch (error) {
    // The words of a failure may hold values.
    span.end({}, error instanceof Error ? error.name : 'Error');
    throw error;
  }
}

/** Records how long tasks have waited until they were assigned. */
export async function traceAssigned(
  { dataSource, traces }: Engine,
  assigned: readonly { id: number }[],
): Promise<void> {
  if (!traces || assigned.length === 0) {
    return;
  }
  const traced = await rows<{ id: number; created: Date; traceparent: string }>(
    dataSource,
    'select id, coalesce(planned, created) as created, traceparent from task where id = any($1::int[]) and traceparent is not null',
    [assigned.map(({ id }) => id)],
  );
  traced.forEach(({ id, created, traceparent }) => {
    traces.begin('wait and assign', traceparent, created).end({ 'switchyard.task': id });
  });
}
