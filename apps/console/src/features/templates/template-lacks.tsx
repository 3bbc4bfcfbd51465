import { isWorkspaceType, type Template, templateLack } from '@switchyard/contracts';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListInventoriesQuery } from '../../api/inventories-api.js';
import { problemWords } from '../../lib/problem-words.js';
import { inventoryTypes } from './template-values.js';

/** Whether the template has an inventory with hosts, which its app takes none of. */
function useUnusedInventory({ project_id: projectId, app, inventory_id: id }: Template): boolean {
  const isPossible = id !== null && inventoryTypes(app).some(isWorkspaceType);
  const { data } = useListInventoriesQuery(projectId, { skip: !isPossible });
  const inventory = data?.find((each) => each.id === id);
  return isPossible && inventory !== undefined && !isWorkspaceType(inventory.type);
}

/** Settings that a template lacks to be run, and those that its app does not use. */
export function TemplateLacks({ template }: { template: Template }) {
  const { t } = useTranslation();
  const lack = templateLack(template);
  const isUnused = useUnusedInventory(template);
  return (
    <>
      {lack && <Alert className="sy-dialog-alert" type="warning" showIcon title={problemWords(lack, t)} />}
      {isUnused && <Alert className="sy-dialog-alert" type="info" showIcon title={t('template.inventoryUnused')} />}
    </>
  );
}
