import {
  effectiveApp,
  InventoryInput,
  type Inventory,
  inventoryTypesOf,
  type WorkspaceType,
} from '@switchyard/contracts';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ResourceSelect } from '../../components/forms/resource-select.js';
import { useSaveInventoryMutation } from '../../api/inventories-api.js';
import { useListKeysQuery } from '../../api/keys-api.js';
import { useListTemplatesQuery } from '../../api/templates-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { draftName } from '../../components/forms/use-draft.js';
import { StoredRow } from '../../components/dialogs/stored-row.js';
import { type Edited, editedAs } from '../../components/forms/use-conflict.js';
import { needsKey } from '../../components/forms/needs-key.js';
import { RunnerTagField } from '../../components/forms/runner-tag-field.js';
import { workspaceBody, workspaceIssues, workspaceValues, type WorkspaceValues } from './workspace-values.js';

interface WorkspaceDialogProps {
  projectId: number;
  /** Type and owning template of a new workspace. */
  made?: { type: WorkspaceType; templateId: number | null };
  /** `null` = a new one. */
  row: Inventory | null;
  onClosed: () => void;
  onSaved?: (id: number | null) => void;
}

/** The template that holds the workspace; one of an app that takes its type. */
function HolderField({ projectId, type }: { projectId: number; type: Inventory['type'] | undefined }) {
  const { t } = useTranslation();
  const { data: templates = [], isLoading } = useListTemplatesQuery(projectId);
  const fitting = templates.filter(({ app }) => inventoryTypesOf(effectiveApp(app))?.some((each) => each === type));
  return (
    <Form.Item name="template_id" label={t('inventory.heldBy')} extra={t('workspace.heldByHint')}>
      <ResourceSelect kind="template" loading={isLoading} allowClear rows={fitting} />
    </Form.Item>
  );
}

/** Name of a workspace for tools, and its name in lists, which is the same until another is typed. */
function WorkspaceNames({ row }: { row: Inventory | null }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<WorkspaceValues>();
  const [follows, setFollows] = useState(row === null && form.getFieldValue('name') === '');
  return (
    <>
      <Form.Item name="inventory" label={t('workspace.name')} required extra={t('workspace.nameHint')}>
        <Input
          autoFocus
          className="sy-mono"
          spellCheck={false}
          onChange={({ target }) => follows && form.setFieldValue('name', target.value)}
        />
      </Form.Item>
      <Form.Item name="name" label={t('workspace.shownAs')} required extra={t('workspace.shownAsHint')}>
        <Input onChange={() => setFollows(false)} />
      </Form.Item>
    </>
  );
}

interface LoadedDialogProps extends WorkspaceDialogProps {
  edited?: Edited<WorkspaceValues>;
}

function LoadedDialog({ projectId, made, row, edited, onClosed, onSaved }: LoadedDialogProps) {
  const { t } = useTranslation();
  const [save] = useSaveInventoryMutation();
  const keyNeeded = needsKey(row);
  const { data: keys = [], isLoading } = useListKeysQuery(projectId);
  const submit = async (values: WorkspaceValues, tag: string | null): Promise<void> => {
    const saved = await save({
      projectId,
      id: row?.id,
      tag,
      body: InventoryInput.parse(workspaceBody(values)),
    }).unwrap();
    onSaved?.(saved?.id ?? row?.id ?? null);
  };
  return (
    <FormDialog<WorkspaceValues>
      title={row === null ? t('workspace.new') : t('workspace.edit')}
      width={520}
      initial={workspaceValues(row, made, keys.find(({ type }) => type === 'none')?.id)}
      edited={edited}
      draft={{ name: draftName(`project/${projectId}/workspaces`, row?.id) }}
      submitText={row === null ? t('common.create') : t('common.save')}
      validate={(values) => workspaceIssues(values, keyNeeded ? t('choose.auth_key_id') : null)}
      onSubmit={submit}
      onClosed={onClosed}
    >
      <WorkspaceNames row={row} />
      <Form.Item
        name="ssh_key_id"
        label={t('workspace.key')}
        required={keyNeeded}
        extra={`${t('workspace.keyHint')} ${t('repository.keyHint')}`}
      >
        <ResourceSelect kind="key" loading={isLoading} allowClear={!keyNeeded} rows={keys} />
      </Form.Item>
      <HolderField projectId={projectId} type={row?.type ?? made?.type} />
      <RunnerTagField projectId={projectId} />
    </FormDialog>
  );
}

/** A workspace: its name, and the key that opens private modules, which is that of public ones until another is chosen. */
export function WorkspaceDialog(props: WorkspaceDialogProps) {
  const { t } = useTranslation();
  const { projectId, made, row, onClosed } = props;
  const { isLoading } = useListKeysQuery(projectId);
  if (row === null) {
    return isLoading ? null : <LoadedDialog {...props} />;
  }
  return (
    <StoredRow<Inventory>
      path={`project/${projectId}/inventory/${row.id}`}
      title={t('workspace.edit')}
      onClosed={onClosed}
    >
      {(stored, readAgain) => (
        <LoadedDialog
          {...props}
          row={stored.row}
          edited={editedAs(stored, readAgain, (present) => workspaceValues(present, made))}
        />
      )}
    </StoredRow>
  );
}
