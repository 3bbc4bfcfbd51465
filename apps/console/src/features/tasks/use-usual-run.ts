import type { Task, TaskWithTemplate } from '@switchyard/contracts';
import { useListTemplateTasksQuery } from '../../api/tasks-api.js';

/** How many of the newest tasks are looked at. */
const LOOKED_AT = 20;
/** Successful runs that make a usual duration. */
const ENOUGH = 3;

export interface UsualRun {
  /** The last task of the template that has ended; null = none has, undefined = not known yet. */
  last: TaskWithTemplate | null | undefined;
  /** How long its successful runs usually take, in milliseconds; null = not known. */
  usualMs: number | null;
}

/** From the newest tasks of the template, which one bounded call answers. */
export function useUsualRun(projectId: number, templateId: number): UsualRun {
  const { data } = useListTemplateTasksQuery({ projectId, templateId, limit: LOOKED_AT });
  return { last: data && (data.find(({ end }) => end !== null) ?? null), usualMs: usualDuration(data ?? []) };
}

/** The median of the successful runs; null when they are too few. */
export function usualDuration(tasks: readonly Pick<Task, 'status' | 'start' | 'end'>[]): number | null {
  const durations = tasks
    .flatMap(({ status, start, end }) =>
      status === 'success' && start !== null && end !== null ? [Date.parse(end) - Date.parse(start)] : [],
    )
    .sort((a, b) => a - b);
  return durations.length < ENOUGH ? null : (durations[durations.length >> 1] ?? null);
}
