import { useListEnvironmentsQuery } from '../../api/environments-api.js';
import { useListGitRepositoriesQuery } from '../../api/git-repositories-api.js';
import { useListAllInventoriesQuery } from '../../api/inventories-api.js';

type Lookup = (id: number | null) => string | undefined;

interface ResourceNames {
  inventory: Lookup;
  environment: Lookup;
  repository: Lookup;
}

const lookup = (rows: readonly { id: number; name: string }[] | undefined): Lookup => {
  const names = new Map(rows?.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? undefined : names.get(id));
};

/** Names of what templates refer to. `skip` fetches none of them. */
export function useResourceNames(projectId: number, skip = false): ResourceNames {
  return {
    inventory: lookup(useListAllInventoriesQuery(projectId, { skip }).data),
    environment: lookup(useListEnvironmentsQuery(projectId, { skip }).data),
    repository: lookup(useListGitRepositoriesQuery(projectId, { skip }).data),
  };
}
