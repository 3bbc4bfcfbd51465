import { effectiveApp, type Inventory, type Template, workspaceTypeOf } from '@switchyard/contracts';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListAllInventoriesQuery } from '../../api/inventories-api.js';
import { LoadingRows } from '../../components/data-table/loading-rows.js';
import { DeleteDialog } from '../../components/dialogs/delete-dialog.js';
import { LoadFailure } from '../../components/feedback/load-failure.js';
import { idParam, useUrlParams } from '../../lib/use-url-params.js';
import { useFeature } from '../../components/page/use-feature.js';
import { workspacesOf } from '../../components/resource/inventory-choices.js';
import { AliasList } from './alias-list.js';
import { AttachDialog } from './attach-dialog.js';
import { DriftNotice } from './drift-notice.js';
import { StateList } from './state-list.js';
import { WorkspaceBar, type WorkspaceDialogName } from './workspace-bar.js';
import { WorkspaceDialog } from './workspace-dialog.js';
import './workspaces.css';

/** Parameter of the address: the inventory id of the workspace on screen. */
export const WORKSPACE_PARAM = 'workspace';

interface DialogsProps {
  template: Template;
  chosen: Inventory | undefined;
  open: WorkspaceDialogName | null;
  onChoose: (id: number) => void;
  onClosed: () => void;
}

function Dialogs({ template, chosen, open, onChoose, onClosed }: DialogsProps) {
  const { t } = useTranslation();
  const { project_id: projectId, id: templateId, app } = template;
  const type = workspaceTypeOf(effectiveApp(app));
  if (open === 'attach') {
    return <AttachDialog template={template} onAttached={onChoose} onClosed={onClosed} />;
  }
  if (open === 'new' && type) {
    const chooseMade = (id: number | null): void => void (id !== null && onChoose(id));
    return (
      <WorkspaceDialog
        projectId={projectId}
        made={{ type, templateId }}
        row={null}
        onSaved={chooseMade}
        onClosed={onClosed}
      />
    );
  }
  if (open === 'edit' && chosen) {
    return <WorkspaceDialog projectId={projectId} row={chosen} onClosed={onClosed} />;
  }
  if (open === 'delete' && chosen) {
    return (
      <DeleteDialog
        target={{ projectId, kind: 'inventory', id: chosen.id }}
        name={chosen.name}
        thing="workspaces"
        consequence={() => <p>{t('workspace.deleteText')}</p>}
        onClosed={onClosed}
      />
    );
  }
  return null;
}

interface StateTabProps {
  template: Template;
  /** Opens the dialog that runs the template on a workspace. */
  onRun: (inventoryId: number) => void;
}

/** The workspaces that a template holds, and the one that it uses: drift, addresses, lock and versions of the state of the one that is chosen. */
export function StateTab({ template, onRun }: StateTabProps) {
  const { t } = useTranslation();
  const { project_id: projectId } = template;
  const { data, error, refetch } = useListAllInventoriesQuery(projectId);
  const [params, setParams] = useUrlParams();
  const chosenId = idParam(params, WORKSPACE_PARAM);
  const choose = (id: number): void => setParams({ [WORKSPACE_PARAM]: String(id) });
  const [open, setOpen] = useState<WorkspaceDialogName | null>(null);
  const isOn = useFeature('terraform_backend');
  if (data === undefined) {
    return error === undefined ? <LoadingRows /> : <LoadFailure error={error} onRetry={() => void refetch()} />;
  }
  const workspaces = workspacesOf(template, data);
  const chosen =
    workspaces.find(({ id }) => id === chosenId) ??
    workspaces.find(({ id }) => id === template.inventory_id) ??
    workspaces[0];
  const workspace = chosen && { projectId, inventoryId: chosen.id };
  return (
    <div className="ws-tab">
      <WorkspaceBar template={template} workspaces={workspaces} chosen={chosen} onChoose={choose} onOpen={setOpen} />
      {chosen && <DriftNotice template={template} chosen={chosen} onApply={onRun} />}
      {isOn === false && <Alert type="info" showIcon title={t('workspace.premium')} />}
      {workspace && <AliasList key={`a${chosen.id}`} workspace={workspace} />}
      {workspace && isOn && <StateList key={`s${chosen.id}`} workspace={workspace} />}
      <Dialogs template={template} chosen={chosen} open={open} onChoose={choose} onClosed={() => setOpen(null)} />
    </div>
  );
}
