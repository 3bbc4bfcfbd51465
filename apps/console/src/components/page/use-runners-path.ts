import type { Task, WaitingReasonCode } from '@switchyard/contracts';
import { useFeature } from './use-feature.js';
import { useSessionUser } from '../session/session-user.js';

/** Reasons that lie in the queue; the others lie with the runners. */
const OF_THE_QUEUE: readonly WaitingReasonCode[] = [
  'queued',
  'project_limit',
  'template_busy',
  'workspace_busy',
  'workspace_undecided',
  'workspace_lost',
] as const;

/** The page that shows why no runner takes the task; `null` when that is not the reason, or the user may not see one. */
export function useRunnersPath({
  project_id: projectId,
  waiting_reason: reason,
}: Pick<Task, 'project_id' | 'waiting_reason'>): string | null {
  const { admin } = useSessionUser();
  return runnersPath(projectId, reason?.code ?? null, { admin, mayHaveRunners: useFeature('project_runners') });
}

/** @param reason `null` = the task does not wait */
export function runnersPath(
  projectId: number,
  reason: WaitingReasonCode | null,
  { admin, mayHaveRunners }: { admin: boolean; mayHaveRunners: boolean | undefined },
): string | null {
  if (reason === null || OF_THE_QUEUE.includes(reason)) {
    return null;
  }
  if (admin) {
    return '/runners';
  }
  return mayHaveRunners ? `/project/${projectId}/runners` : null;
}
