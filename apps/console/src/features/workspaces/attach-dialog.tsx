import { effectiveApp, inventoryTypesOf, isForeignStack, type Template, workspaceTypeOf } from '@switchyard/contracts';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListInventoriesQuery } from '../../api/inventories-api.js';
import { useChangeWorkspaceMutation } from '../../api/workspaces-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { ResourceSelect } from '../../components/forms/resource-select.js';
import { emptyAt } from '../../lib/form-issues.js';

interface AttachDialogProps {
  template: Template;
  onClosed: () => void;
  onAttached: (id: number) => void;
}

/** Attaches a workspace that belongs to no template. */
export function AttachDialog({ template, onClosed, onAttached }: AttachDialogProps) {
  const { t } = useTranslation();
  const { project_id: projectId, id: templateId, app } = template;
  const [change] = useChangeWorkspaceMutation();
  const { data: inventories = [], isLoading } = useListInventoriesQuery(projectId);
  const types = inventoryTypesOf(app) ?? [];
  const free = inventories.filter((each) => types.includes(each.type) && !isForeignStack(app, each));
  const attach = async (inventoryId: number): Promise<void> => {
    await change({ projectId, templateId, inventoryId, change: 'attach' }).unwrap();
    onAttached(inventoryId);
  };
  return (
    <FormDialog<{ inventory_id: number | null }>
      title={t('workspace.attachTitle')}
      width={520}
      initial={{ inventory_id: null }}
      draft={{ name: `project/${projectId}/templates/${templateId}/attach` }}
      submitText={t('workspace.attach')}
      validate={({ inventory_id: id }) => (id === null ? [emptyAt('inventory_id')] : [])}
      onSubmit={({ inventory_id: id }) => (id === null ? Promise.resolve() : attach(id))}
      onClosed={onClosed}
    >
      <Form.Item name="inventory_id" label={t('template.workspace')} required extra={t('workspace.attachHint')}>
        <ResourceSelect
          kind={workspaceTypeOf(effectiveApp(app)) ?? 'inventory'}
          loading={isLoading}
          notFoundContent={t('workspace.noneFree')}
          rows={free}
        />
      </Form.Item>
    </FormDialog>
  );
}
