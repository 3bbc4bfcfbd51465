import type { AccessGrant } from '@switchyard/contracts';
import type { GrantRow } from './access-grants.repository.js';

export function toGrant({ object_id: objectId, parent_id: parentId, created, ...row }: GrantRow): AccessGrant {
  return { ...row, created: created.toISOString(), path: pathOf(row, objectId, parentId) };
}

/** Where its DELETE is. */
function pathOf(
  { kind, project_id: projectId }: Pick<GrantRow, 'kind' | 'project_id'>,
  id: string,
  parent: number | null,
) {
  const base = projectId === null ? '/api' : `/api/project/${projectId}`;
  switch (kind) {
    case 'runner':
      return `${base}/runners/${id}`;
    case 'registration_token':
      return `${base}/runner_registration_tokens/${id}`;
    case 'integration_alias':
      return parent === null ? `${base}/integrations/aliases/${id}` : `${base}/integrations/${parent}/aliases/${id}`;
    case 'terraform_alias':
      return `${base}/inventory/${parent}/terraform/aliases/${id}`;
    case 'member':
    case 'user':
      return `${base}/users/${id}`;
    case 'app':
      return `${base}/apps/${id}`;
    case 'log_link':
      return `${base}/tasks/${parent}/log_links/${id}`;
  }
}
