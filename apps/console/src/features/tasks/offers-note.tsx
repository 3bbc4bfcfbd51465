import { isWorkspaceType, type Template } from '@switchyard/contracts';
import { Alert, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListOfferedStatesQuery, type WorkspaceRef } from '../../api/terraform-api.js';
import { useFeature } from '../../components/page/use-feature.js';
import { useInventoryChoices } from '../../components/resource/use-inventory-choices.js';
import type { RunValues } from './run-values.js';

interface OffersNoteProps {
  projectId: number;
  template: Template;
  /** The person goes to the state. */
  onLeave: () => void;
}

/** In the run dialog, while a state of the chosen workspace waits for a decision: the tool would create what it describes once more. */
export function OffersNote({ projectId, template, onLeave }: OffersNoteProps) {
  const form = Form.useFormInstance<RunValues>();
  const chosenId = Form.useWatch('inventory_id', form) ?? template.inventory_id;
  const { inventories } = useInventoryChoices(projectId, template.app, template);
  const workspace = inventories.find(({ id, type }) => id === chosenId && isWorkspaceType(type));
  return (
    workspace && (
      <StatesOf projectId={projectId} templateId={template.id} inventoryId={workspace.id} onLeave={onLeave} />
    )
  );
}

function StatesOf({ templateId, onLeave, ...workspace }: WorkspaceRef & { templateId: number; onLeave: () => void }) {
  const { t } = useTranslation();
  const isOn = useFeature('terraform_backend') === true;
  const { data = [] } = useListOfferedStatesQuery(workspace, { skip: !isOn });
  return data.length === 0 ? null : (
    <Alert
      className="sy-dialog-alert"
      type="warning"
      showIcon
      title={t('state.offeredTitle')}
      description={
        <>
          <p>{t('run.unsavedState')}</p>
          <Link
            to={`/project/${workspace.projectId}/templates/${templateId}/state?workspace=${workspace.inventoryId}`}
            onClick={onLeave}
          >
            {t('waiting.openState')}
          </Link>
        </>
      }
    />
  );
}
