import { appFamily, type LogFailure, type TaskWithTemplate } from '@switchyard/contracts';
import { useListTaskErrorsQuery, useListTaskHostsQuery } from '../../api/tasks-api.js';
import { useFeature } from '../../components/page/use-feature.js';
import { isBad } from './result-summary.js';

interface FailedHosts {
  /** Names of the hosts that failed or could not be reached. */
  bad: readonly string[];
  total: number;
  /** The lines of the log that made them fail: what was rescued later is none. */
  lines: readonly LogFailure[];
}

/** The hosts of a task of Ansible that has failed. */
export function useFailedHosts(task: TaskWithTemplate, failures: readonly LogFailure[]): FailedHosts {
  const { project_id: projectId, id: taskId, tpl_app: app, status } = task;
  const hasResults = useFeature('task_result') !== false;
  const skip = !hasResults || status !== 'error' || appFamily(app) !== 'ansible';
  const { data = [] } = useListTaskHostsQuery({ projectId, taskId }, { skip });
  const { data: errors = [] } = useListTaskErrorsQuery({ projectId, taskId }, { skip });
  const counts = ({ host, task: name, unreachable }: LogFailure): boolean =>
    unreachable || errors.some((error) => error.host === host && error.task === name);
  const lines = errors.length === 0 ? failures : failures.filter(counts);
  return { lines, bad: data.filter(isBad).map(({ host }) => host), total: data.length };
}
