import { skipToken } from '@reduxjs/toolkit/query/react';
import { useContext } from 'react';
import { useListEnvironmentsQuery } from '../../api/environments-api.js';
import { useListGitRepositoriesQuery } from '../../api/git-repositories-api.js';
import { useListAllInventoriesQuery } from '../../api/inventories-api.js';
import { useListKeysQuery } from '../../api/keys-api.js';
import { useListTemplatesQuery } from '../../api/templates-api.js';
import { useListViewsQuery } from '../../api/views-api.js';
import { ProjectScope } from './project-context.js';

type Named = readonly { id: number; name: string }[];

/** Names of what the members of a form refer to, by the name of the member; outside of a project there are none. */
export function useMemberNames(): (member: string, id: number) => string | undefined {
  const project = useContext(ProjectScope)?.projectId ?? skipToken;
  const { data: inventories } = useListAllInventoriesQuery(project);
  const { data: environments } = useListEnvironmentsQuery(project);
  const { data: repositories } = useListGitRepositoriesQuery(project);
  const { data: keys } = useListKeysQuery(project);
  const { data: templates } = useListTemplatesQuery(project);
  const { data: views } = useListViewsQuery(project);
  const lists = new Map<string, Named | undefined>([
    ['inventory_id', inventories],
    ['environment_id', environments],
    ['repository_id', repositories],
    ['ssh_key_id', keys],
    ['become_key_id', keys],
    ['image_key_id', keys],
    ['template_id', templates],
    ['build_template_id', templates],
    ['view_id', views?.map(({ id, title }) => ({ id, name: title }))],
  ]);
  return (member, id) => lists.get(member)?.find((row) => row.id === id)?.name;
}
