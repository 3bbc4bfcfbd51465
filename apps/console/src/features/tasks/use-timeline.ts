import type { TaskWithTemplate } from '@switchyard/contracts';
import { useCallback, useMemo } from 'react';
import { useListTaskStagesQuery } from '../../api/tasks-api.js';
import { timelineOf, type TimelineStage } from './stage-statuses.js';

interface Timeline {
  stages: readonly TimelineStage[];
  /** Fetches them again, for instance when a phase begins. */
  refresh: () => void;
}

/** The phases of the task on screen. */
export function useTimeline({ project_id: projectId, id: taskId, status }: TaskWithTemplate): Timeline {
  const { data, refetch } = useListTaskStagesQuery({ projectId, taskId }, { refetchOnMountOrArgChange: true });
  const stages = useMemo(() => timelineOf(data ?? [], status), [data, status]);
  const refresh = useCallback(() => void refetch(), [refetch]);
  return { stages, refresh };
}
