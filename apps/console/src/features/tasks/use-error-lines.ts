import { effectiveApp, type LogSearchResult, type TaskWithTemplate } from '@switchyard/contracts';
import { useEffect, useState } from 'react';
import { getJson } from '../../api/get-json.js';
import { ansibleErrors } from './ansible-lines.js';

const none: readonly number[] = [];

/** Numbers of the lines, from 1, in which Ansible explains why a failed task failed; null while they are searched. */
export function useErrorLines(task: TaskWithTemplate): readonly number[] | null {
  const { project_id: projectId, id, status, tpl_app } = task;
  const wanted = status === 'error' && effectiveApp(tpl_app) === 'ansible';
  const [found, setFound] = useState<readonly number[] | null>(null);
  useEffect(() => {
    if (!wanted) {
      return undefined;
    }
    const abort = new AbortController();
    const query = new URLSearchParams({ q: ansibleErrors, regex: 'true', case: 'true' });
    getJson<LogSearchResult>(`project/${projectId}/tasks/${id}/search?${query.toString()}`, abort.signal).then(
      ({ lines }) => setFound(lines.map((line) => line + 1)),
      () => setFound(none),
    );
    return () => abort.abort();
  }, [wanted, projectId, id]);
  return wanted ? found : none;
}
