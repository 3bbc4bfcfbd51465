import type { LogSearchResult, TaskWithTemplate } from '@switchyard/contracts';
import { useEffect, useState } from 'react';
import { getJson } from '../../api/get-json.js';

const none: readonly number[] = [];

/**
 * Numbers of the lines, from 1, that match an expression; null while they are searched, none when the search failed.
 * @param expression null = nothing is searched
 */
export function useFoundLines(
  { project_id: projectId, id }: Pick<TaskWithTemplate, 'project_id' | 'id'>,
  expression: string | null,
): readonly number[] | null {
  const [found, setFound] = useState<{ of: string; lines: readonly number[] } | null>(null);
  useEffect(() => {
    if (expression === null) {
      return undefined;
    }
    const abort = new AbortController();
    const show = (lines: readonly number[]): void => {
      if (!abort.signal.aborted) {
        setFound({ of: expression, lines });
      }
    };
    const query = new URLSearchParams({ q: expression, regex: 'true', case: 'true' });
    getJson<LogSearchResult>(`project/${projectId}/tasks/${id}/search?${query.toString()}`, abort.signal).then(
      ({ lines }) => show(lines.map((line) => line + 1)),
      () => show(none),
    );
    return () => abort.abort();
  }, [expression, projectId, id]);
  if (expression === null) {
    return none;
  }
  return found?.of === expression ? found.lines : null;
}
