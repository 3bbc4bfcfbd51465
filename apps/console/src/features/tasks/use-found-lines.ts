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
  const [found, setFound] = useState<readonly number[] | null>(null);
  useEffect(() => {
    if (expression === null) {
      return undefined;
    }
    const abort = new AbortController();
    const query = new URLSearchParams({ q: expression, regex: 'true', case: 'true' });
    getJson<LogSearchResult>(`project/${projectId}/tasks/${id}/search?${query.toString()}`, abort.signal).then(
      ({ lines }) => setFound(lines.map((line) => line + 1)),
      () => setFound(none),
    );
    return () => abort.abort();
  }, [expression, projectId, id]);
  return expression === null ? none : found;
}
