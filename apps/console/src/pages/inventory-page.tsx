import { type Inventory, INVENTORY_TYPES, isWorkspaceType } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useListAllInventoriesQuery } from '../api/inventories-api.js';
import { useListTemplatesQuery } from '../api/templates-api.js';
import { useListKeysQuery } from '../api/keys-api.js';
import { Dash } from '../components/display/dash.js';
import { useProject } from '../components/page/project-context.js';
import { ResourcePage } from '../components/resource/resource-page.js';
import { compareText } from '../lib/compare-text.js';
import { late } from '../components/feedback/late.js';

const WorkspaceDialog = late(async () => (await import('../features/workspaces/workspace-dialog.js')).WorkspaceDialog);
const InventoryDialog = late(async () => (await import('../features/inventories/inventory-dialog.js')).InventoryDialog);
const InventoryView = late(async () => (await import('../features/inventories/inventory-view.js')).InventoryView);

const source = (row: Inventory): string => (row.type === 'file' ? row.inventory : '');

export function InventoryPage() {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const { data: keys } = useListKeysQuery(projectId);
  const keyName = (id: number | null): string | undefined => keys?.find((key) => key.id === id)?.name;
  const { data: templates } = useListTemplatesQuery(projectId);
  const templateName = (id: number | null): string | undefined => templates?.find((each) => each.id === id)?.name;
  return (
    <ResourcePage<Inventory>
      kind="inventory"
      words={{
        title: t('nav.inventory'),
        new: t('inventory.new'),
        name: t('inventory.name'),
        emptyTitle: t('inventory.emptyTitle'),
        emptyText: t('inventory.emptyText'),
      }}
      list={useListAllInventoriesQuery(projectId)}
      searched={(row) => [t(`inventory.types.${row.type}`), source(row)]}
      columns={[
        {
          key: 'type',
          title: t('inventory.type'),
          sorter: (one, other) => compareText(t(`inventory.types.${one.type}`), t(`inventory.types.${other.type}`)),
          render: ({ type }) => <span className="sy-text2">{t(`inventory.types.${type}`)}</span>,
        },
        {
          key: 'path',
          title: t('inventory.path'),
          ellipsis: true,
          render: (row) => (source(row) ? <code title={source(row)}>{source(row)}</code> : <Dash />),
        },
        {
          key: 'template',
          min: 100,
          title: t('inventory.heldBy'),
          render: ({ template_id: id }) => templateName(id) ?? <Dash />,
        },
        {
          key: 'key',
          min: 100,
          title: t('inventory.userKey'),
          render: ({ ssh_key_id }) => keyName(ssh_key_id) ?? <Dash />,
        },
      ]}
      thing={({ type }) => (isWorkspaceType(type) ? 'workspaces' : undefined)}
      meta={({ type }) => t(`inventory.types.${type}`)}
      kinds={INVENTORY_TYPES.map((type) => ({ key: type, label: t(`inventory.types.${type}`) }))}
      look={(row, onClosed) => <InventoryView row={row} onClosed={onClosed} />}
      dialog={(row, onClosed, kind) => {
        const type = row?.type ?? INVENTORY_TYPES.find((each) => each === kind) ?? 'static';
        return isWorkspaceType(type) ? (
          <WorkspaceDialog projectId={projectId} row={row} made={{ type, templateId: null }} onClosed={onClosed} />
        ) : (
          <InventoryDialog projectId={projectId} row={row} type={type} onClosed={onClosed} />
        );
      }}
    />
  );
}
