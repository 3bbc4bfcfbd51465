import type { Task } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { To } from 'react-router-dom';
import { useRunnersPath } from '../page/use-runners-path.js';
import { useTaskPath } from './task-link.js';

/** A place where somebody can see, or do something about, why a task waits. */
interface Way {
  text: string;
  to: To;
}

/** The ways out of waiting: the runners, the task that uses the workspace, and the workspace whose lock a lost task has. */
export function useWaitingWays(task: Pick<Task, 'project_id' | 'template_id' | 'waiting_reason'>): Way[] {
  const { t } = useTranslation();
  const pathOf = useTaskPath();
  return waitingWays(task, { t, pathOf, runners: useRunnersPath(task) });
}

/** @param runners the page of the runners; `null` = it is of no help, or not for this user */
export function waitingWays(
  task: Pick<Task, 'project_id' | 'template_id' | 'waiting_reason'>,
  { t, pathOf, runners }: { t: TFunction; pathOf: (task: number) => To; runners: string | null },
): Way[] {
  const { waiting_reason: reason, project_id: project, template_id: template } = task;
  const user = reason?.params.task;
  return [
    ...(runners === null ? [] : [{ text: t('waiting.openRunners'), to: runners }]),
    ...(user === undefined ? [] : [{ text: t('waiting.openTask', { task: user }), to: pathOf(user) }]),
    ...(reason?.code === 'workspace_lost'
      ? [{ text: t('waiting.openState'), to: `/project/${project}/templates/${template}/state` }]
      : []),
  ];
}
