import { InventoryInput, isTaskKey, type Inventory } from '@switchyard/contracts';
import { Form, Input, Select } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useListGitRepositoriesQuery } from '../../api/git-repositories-api.js';
import { useSaveInventoryMutation } from '../../api/inventories-api.js';
import { useListKeysQuery } from '../../api/keys-api.js';
import { CodeField } from '../../components/code-editor/code-field.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { draftName } from '../../components/forms/use-draft.js';
import { StoredRow } from '../../components/dialogs/stored-row.js';
import { UsedBy } from '../../components/dialogs/used-by.js';
import { type Edited, editedAs } from '../../components/forms/use-conflict.js';
import { needsKey } from '../../components/forms/needs-key.js';
import { ResourceSelect } from '../../components/forms/resource-select.js';
import { RunnerTagField } from '../../components/forms/runner-tag-field.js';
import { InventoryFound } from './inventory-found.js';
import {
  inventoryBody,
  inventoryIssues,
  type InventoryDefaults,
  inventoryValues,
  isWithoutHosts,
  offeredTypes,
  type InventoryValues,
} from './inventory-values.js';

/** The inventory that a field belongs to, as it is stored; `null` = a new one. */
interface FieldsProps {
  projectId: number;
  row: Inventory | null;
}

function KeyFields({ projectId, row }: FieldsProps) {
  const { t } = useTranslation();
  const { data: keys = [], isLoading } = useListKeysQuery(projectId);
  const passwords = keys.filter(({ type }) => type === 'login_password');
  return (
    <div className="sy-halves">
      <Form.Item name="ssh_key_id" label={t('inventory.userKey')} required={needsKey(row)}>
        <ResourceSelect kind="key" loading={isLoading} allowClear={!needsKey(row)} rows={keys.filter(isTaskKey)} />
      </Form.Item>
      <Form.Item name="become_key_id" label={t('inventory.becomeKey')}>
        <ResourceSelect kind="key" loading={isLoading} allowClear rows={passwords} />
      </Form.Item>
    </div>
  );
}

function FileFields({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const { data: repositories = [], isLoading } = useListGitRepositoriesQuery(projectId);
  return (
    <>
      <Form.Item name="inventory" label={t('inventory.path')} required extra={t('inventory.pathHint')}>
        <Input className="sy-mono" spellCheck={false} />
      </Form.Item>
      <Form.Item name="repository_id" label={t('inventory.repository')} extra={t('inventory.repositoryHint')}>
        <ResourceSelect kind="repository" loading={isLoading} allowClear rows={repositories} />
      </Form.Item>
    </>
  );
}

const kindOf = (type: InventoryValues['type']): 'file' | 'list' => (type === 'file' ? 'file' : 'list');

function InventoryFields({ projectId, row }: FieldsProps) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<InventoryValues>();
  const type = Form.useWatch('type', form) ?? 'static';
  const content = Form.useWatch('inventory', form) ?? '';
  /** A path is no list of hosts: each keeps its own text while the form is open. */
  const kept = useRef({ file: '', list: '' });
  const changeType = (next: InventoryValues['type']): void => {
    const [before, after] = [kindOf(type), kindOf(next)];
    if (before !== after) {
      kept.current[before] = content;
      form.setFieldValue('inventory', kept.current[after]);
    }
  };
  const types = offeredTypes.map((value) => ({ value, label: t(`inventory.types.${value}`) }));
  return (
    <>
      <Form.Item name="name" label={t('inventory.name')} required>
        <Input autoFocus />
      </Form.Item>
      <KeyFields projectId={projectId} row={row} />
      <div className="sy-halves">
        <Form.Item name="type" label={t('inventory.type')} required>
          <Select options={types} onChange={changeType} />
        </Form.Item>
        <RunnerTagField projectId={projectId} />
      </div>
      {type === 'file' ? (
        <FileFields projectId={projectId} />
      ) : (
        <Form.Item
          name="inventory"
          label={t('inventory.content')}
          extra={
            isWithoutHosts({ type, inventory: content })
              ? t('inventory.noHosts')
              : (type === 'static' || type === 'static-yaml') && <InventoryFound kind={type} text={content} />
          }
        >
          <CodeField
            key={type}
            label={t('inventory.content')}
            language={type === 'static' ? 'ini' : 'yaml'}
            sample={type === 'static' ? '[web]\nweb-01.example.com' : 'all:\n  hosts:\n    web-01.example.com:'}
          />
        </Form.Item>
      )}
    </>
  );
}

interface InventoryDialogProps {
  projectId: number;
  row: Inventory | null;
  /** Of a new one. */
  type?: InventoryValues['type'];
  /** Gets the id of a new one. */
  onSaved?: (id: number | null) => void;
  onClosed: () => void;
}

interface LoadedDialogProps extends Omit<InventoryDialogProps, 'type'> {
  defaults?: InventoryDefaults;
  edited?: Edited<InventoryValues>;
}

function LoadedDialog({ projectId, row, defaults, edited, onSaved, onClosed }: LoadedDialogProps) {
  const { t } = useTranslation();
  const [save] = useSaveInventoryMutation();
  const initial = inventoryValues(row, defaults);
  return (
    <FormDialog<InventoryValues>
      title={row === null ? t('inventory.new') : t('inventory.edit')}
      width={800}
      fullScreen="inventory"
      initial={initial}
      edited={edited}
      draft={{
        name: `${draftName(`project/${projectId}/inventory`, row?.id)}${row === null ? `/${initial.type}` : ''}`,
      }}
      submitText={row === null ? t('common.create') : t('common.save')}
      validate={(values) => inventoryIssues(values, row)}
      onSubmit={async (values, tag) => {
        const body = InventoryInput.parse(inventoryBody(values));
        const saved = await save({ projectId, id: row?.id, tag, body }).unwrap();
        onSaved?.(saved?.id ?? null);
      }}
      onClosed={onClosed}
      aside={row !== null && <UsedBy projectId={projectId} kind="inventory" id={row.id} />}
    >
      <InventoryFields projectId={projectId} row={row} />
    </FormDialog>
  );
}

/** The only key that there is is chosen. */
function NewInventory({ projectId, type = 'static', onSaved, onClosed }: Omit<InventoryDialogProps, 'row'>) {
  const { data: keys } = useListKeysQuery(projectId);
  const [only, ...others] = keys?.filter(isTaskKey) ?? [];
  return keys === undefined ? null : (
    <LoadedDialog
      projectId={projectId}
      row={null}
      defaults={{ type, ssh_key_id: others.length === 0 ? (only?.id ?? null) : null }}
      onSaved={onSaved}
      onClosed={onClosed}
    />
  );
}

export function InventoryDialog({ row, ...common }: InventoryDialogProps) {
  const { t } = useTranslation();
  const { projectId, onClosed } = common;
  return row === null ? (
    <NewInventory {...common} />
  ) : (
    <StoredRow<Inventory>
      path={`project/${projectId}/inventory/${row.id}`}
      title={t('inventory.edit')}
      onClosed={onClosed}
    >
      {(stored, readAgain) => (
        <LoadedDialog
          projectId={projectId}
          row={stored.row}
          edited={editedAs(stored, readAgain, (present) => inventoryValues(present))}
          onClosed={onClosed}
        />
      )}
    </StoredRow>
  );
}
