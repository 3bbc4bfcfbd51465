import { InventoryInput, type Inventory } from '@switchyard/contracts';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListGitRepositoriesQuery } from '../../api/git-repositories-api.js';
import { useSaveInventoryMutation } from '../../api/inventories-api.js';
import { useListKeysQuery } from '../../api/keys-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { RunnerTagField } from '../../components/forms/runner-tag-field.js';
import {
  inventoryBody,
  inventoryIssues,
  inventoryValues,
  offeredTypes,
  type InventoryValues,
} from './inventory-values.js';

const option = ({ id, name }: { id: number; name: string }): { value: number; label: string } => ({
  value: id,
  label: name,
});
const search = { optionFilterProp: 'label' } as const;

function KeyFields({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const { data: keys = [], isLoading } = useListKeysQuery(projectId);
  const passwords = keys.filter(({ type }) => type === 'login_password');
  return (
    <div className="sy-halves">
      <Form.Item name="ssh_key_id" label={t('inventory.userKey')} required>
        <Select loading={isLoading} showSearch={search} options={keys.map(option)} />
      </Form.Item>
      <Form.Item name="become_key_id" label={t('inventory.becomeKey')}>
        <Select loading={isLoading} showSearch={search} allowClear options={passwords.map(option)} />
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
        <Select loading={isLoading} showSearch={search} allowClear options={repositories.map(option)} />
      </Form.Item>
    </>
  );
}

function InventoryFields({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<InventoryValues>();
  const type = Form.useWatch('type', form) ?? 'static';
  const types = offeredTypes.map((value) => ({ value, label: t(`inventory.types.${value}`) }));
  return (
    <>
      <Form.Item name="name" label={t('inventory.name')} required>
        <Input autoFocus />
      </Form.Item>
      <KeyFields projectId={projectId} />
      <div className="sy-halves">
        <Form.Item name="type" label={t('inventory.type')} required>
          <Select options={types} />
        </Form.Item>
        <RunnerTagField projectId={projectId} />
      </div>
      {type === 'file' ? (
        <FileFields projectId={projectId} />
      ) : (
        <Form.Item name="inventory" label={t('inventory.content')}>
          <Input.TextArea
            className="sy-mono"
            autoSize={{ minRows: 8, maxRows: 20 }}
            spellCheck={false}
            placeholder={type === 'static' ? '[web]\nweb-01.example.com' : 'all:\n  hosts:\n    web-01.example.com:'}
          />
        </Form.Item>
      )}
    </>
  );
}

interface InventoryDialogProps {
  projectId: number;
  row: Inventory | null;
  onClosed: () => void;
}

export function InventoryDialog({ projectId, row, onClosed }: InventoryDialogProps) {
  const { t } = useTranslation();
  const [save] = useSaveInventoryMutation();
  return (
    <FormDialog<InventoryValues>
      title={row === null ? t('inventory.new') : t('inventory.edit')}
      width={800}
      initial={inventoryValues(row)}
      submitText={row === null ? t('common.create') : t('common.save')}
      validate={inventoryIssues}
      onSubmit={(values) =>
        save({ projectId, id: row?.id, body: InventoryInput.parse(inventoryBody(values)) }).unwrap()
      }
      onClosed={onClosed}
    >
      <InventoryFields projectId={projectId} />
    </FormDialog>
  );
}
