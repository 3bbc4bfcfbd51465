import { type App, AppInput, isDefaultApp } from '@switchyard/contracts';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { pathOf, useCreateAppMutation, useSaveAppMutation } from '../../api/apps-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { StoredRow } from '../../components/dialogs/stored-row.js';
import { type Edited, editedAs } from '../../components/forms/use-conflict.js';
import { TagInput } from '../../components/forms/tag-input.js';
import { IconField } from './icon-field.js';
import { appBody, appIssues, appValues, type AppValues } from './app-values.js';

function LookFields() {
  const { t } = useTranslation();
  return (
    <>
      <div className="sy-halves">
        <Form.Item name="title" label={t('apps.title')}>
          <Input />
        </Form.Item>
        <IconField />
      </div>
      <div className="sy-halves">
        <Form.Item name="color" label={t('apps.color')}>
          <Input className="sy-mono" placeholder="#5b43c9" />
        </Form.Item>
        <Form.Item name="dark_color" label={t('apps.darkColor')}>
          <Input className="sy-mono" placeholder="#9a86ff" />
        </Form.Item>
      </div>
    </>
  );
}

interface AppDialogProps {
  row: App | null;
  onClosed: () => void;
}

interface LoadedDialogProps extends AppDialogProps {
  edited?: Edited<AppValues>;
}

function LoadedDialog({ row, edited, onClosed }: LoadedDialogProps) {
  const { t } = useTranslation();
  const [create] = useCreateAppMutation();
  const [update] = useSaveAppMutation();
  const save = (id: string, body: AppInput, tag: string | null) =>
    row === null ? create({ id, body }).unwrap() : update({ id, tag, body }).unwrap();
  const custom = row === null || !isDefaultApp(row.id);
  return (
    <FormDialog<AppValues>
      title={row === null ? t('apps.new') : t('apps.edit')}
      width={520}
      initial={appValues(row)}
      edited={edited}
      draft={{ name: `apps/${row?.id ?? 'new'}` }}
      submitText={row === null ? t('common.create') : t('common.save')}
      validate={appIssues}
      onSubmit={(values, tag) => save(values.id, AppInput.parse(appBody(values)), tag)}
      onClosed={onClosed}
    >
      <div className="sy-halves">
        <Form.Item name="id" label={t('apps.id')} required>
          <Input className="sy-mono" autoFocus={row === null} disabled={row !== null} spellCheck={false} />
        </Form.Item>
        <Form.Item name="priority" label={t('apps.priority')} extra={t('apps.priorityHint')}>
          <Input inputMode="numeric" />
        </Form.Item>
      </div>
      <LookFields />
      <Form.Item name="path" label={t('apps.path')} extra={custom ? t('apps.pathHint') : t('apps.pathDefaultHint')}>
        <Input className="sy-mono" spellCheck={false} placeholder={custom ? '/usr/local/bin/deployer' : ''} />
      </Form.Item>
      <Form.Item name="args" label={t('apps.args')} extra={t('template.cliArgumentsHint')}>
        <TagInput mono />
      </Form.Item>
    </FormDialog>
  );
}

/** New or changed app: which program, with which leading arguments, and how it looks. */
export function AppDialog({ row, onClosed }: AppDialogProps) {
  const { t } = useTranslation();
  return row === null ? (
    <LoadedDialog row={null} onClosed={onClosed} />
  ) : (
    <StoredRow<App> path={pathOf(row.id)} title={t('apps.edit')} onClosed={onClosed}>
      {(stored, readAgain) => (
        <LoadedDialog row={stored.row} edited={editedAs(stored, readAgain, appValues)} onClosed={onClosed} />
      )}
    </StoredRow>
  );
}
