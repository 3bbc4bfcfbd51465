import {
  ApartmentOutlined,
  BranchesOutlined,
  CalendarOutlined,
  ClusterOutlined,
  CodeOutlined,
  KeyOutlined,
  LinkOutlined,
} from '@ant-design/icons';
import { withVisibleControls } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useListEnvironmentsQuery } from '../../api/environments-api.js';
import { useListGitRepositoriesQuery } from '../../api/git-repositories-api.js';
import { useListIntegrationsQuery } from '../../api/integrations-api.js';
import { useListAllInventoriesQuery } from '../../api/inventories-api.js';
import { useListKeysQuery } from '../../api/keys-api.js';
import { useListSchedulesQuery } from '../../api/schedules-api.js';
import { useListWorkflowsQuery } from '../../api/workflows-api.js';
import { useProject } from '../../components/page/project-context.js';
import type { PaletteEntry } from '../../features/palette/palette-entries.js';
import { OPEN } from '../../lib/open-param.js';

interface Named {
  id: number;
  name: string;
}

type Kind = 'keys' | 'repositories' | 'inventory' | 'environment' | 'schedule' | 'integrations' | 'workflows';

const icons: Readonly<Record<Kind, ReactNode>> = {
  keys: <KeyOutlined aria-hidden />,
  repositories: <BranchesOutlined aria-hidden />,
  inventory: <ClusterOutlined aria-hidden />,
  environment: <CodeOutlined aria-hidden />,
  schedule: <CalendarOutlined aria-hidden />,
  integrations: <LinkOutlined aria-hidden />,
  workflows: <ApartmentOutlined aria-hidden />,
};

/** Objects of the project, by name; they are read while the palette is open. */
export function useResourceEntries(isOpen: boolean): PaletteEntry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { project, projectId } = useProject();
  const when = { skip: !isOpen || project.type === 'premium' };
  const { data: schedules = [] } = useListSchedulesQuery(projectId, when);
  const lists: readonly [Kind, readonly Named[]][] = [
    ['keys', useListKeysQuery(projectId, when).data ?? []],
    ['repositories', useListGitRepositoriesQuery(projectId, when).data ?? []],
    ['inventory', useListAllInventoriesQuery(projectId, when).data ?? []],
    ['environment', useListEnvironmentsQuery(projectId, when).data ?? []],
    ['schedule', schedules.map((row) => ({ id: row.id, name: row.name || row.tpl_name || row.workflow_name }))],
    ['integrations', useListIntegrationsQuery(projectId, when).data ?? []],
    ['workflows', useListWorkflowsQuery(projectId, when).data ?? []],
  ];
  const pathOf = (kind: Kind, id: number): string =>
    kind === 'integrations' || kind === 'workflows' ? `${kind}/${id}` : `${kind}?${OPEN}=${id}`;
  return lists.flatMap(([kind, rows]) =>
    rows.map(({ id, name }): PaletteEntry => ({
      key: `${kind}-${id}`,
      group: 'resources',
      text: withVisibleControls(name),
      icon: icons[kind],
      detail: t(`nav.${kind}`),
      onOpen: () => void navigate(`/project/${projectId}/${pathOf(kind, id)}`),
    })),
  );
}
