import type { FetchArgs } from '@reduxjs/toolkit/query/react';

/** A row of a project that is stored. `id` absent = it is created. */
export interface SaveRow<Body extends object> {
  projectId: number;
  id?: number | undefined;
  /** The state that was edited: the server refuses to replace another one. Absent or `null` = whatever it is. */
  tag?: string | null | undefined;
  body: Body;
}

/** The request that creates or replaces a row. @param path of its kind below the project */
export const saveRequest = <Body extends object>(
  path: string,
  { projectId, id, tag, body }: SaveRow<Body>,
): FetchArgs => ({
  url: `project/${projectId}/${path}${id === undefined ? '' : `/${id}`}`,
  method: id === undefined ? 'POST' : 'PUT',
  headers: ifMatch(tag),
  body: { ...body, id, project_id: projectId },
});

/** Header of a change that is for this state alone. */
export const ifMatch = (tag: string | null | undefined): Record<string, string> => (tag ? { 'if-match': tag } : {});
