import type { Runner, RunnerWithSecrets } from '@switchyard/contracts';
import { Checkbox, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  pathOf,
  type RunnerScope,
  useCreateRunnerMutation,
  useRenewWebhookSecretMutation,
  useUpdateRunnerMutation,
} from '../../api/runners-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { draftName } from '../../components/forms/use-draft.js';
import { StoredRow } from '../../components/dialogs/stored-row.js';
import { type Edited, editedAs } from '../../components/forms/use-conflict.js';
import { runnerBody, runnerIssues, runnerValues, type RunnerValues } from './runner-values.js';
import { TagSelect } from './tag-select.js';

function RunnerFields({ scope, ofProject }: { scope: RunnerScope; ofProject: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item name="name" label={t('runners.name')} required>
        <Input autoFocus maxLength={255} />
      </Form.Item>
      <Form.Item
        name="tags"
        label={t('runners.tags')}
        required={ofProject}
        extra={ofProject ? t('runners.tagsHint') : t('runners.tagsOptionalHint')}
      >
        <TagSelect scope={scope} />
      </Form.Item>
      <Form.Item name="max_parallel_tasks" label={t('runners.maxParallelTasks')} extra={t('runners.maxParallelHint')}>
        <Input inputMode="numeric" placeholder="∞" style={{ width: 160 }} />
      </Form.Item>
      <Form.Item name="webhook" label={t('runners.webhook')} extra={t('runners.webhookHint')}>
        <Input className="sy-mono" spellCheck={false} placeholder="https://" />
      </Form.Item>
      <Form.Item name="active" valuePropName="checked">
        <Checkbox>{t('runners.active')}</Checkbox>
      </Form.Item>
    </>
  );
}

interface RunnerDialogProps {
  scope: RunnerScope;
  /** `null` = a new one. */
  row: Runner | null;
  onCreated: (runner: RunnerWithSecrets) => void;
  /** The secret of a webhook that the runner did not have before. */
  onWebhookSecret: (name: string, secret: string) => void;
  onClosed: () => void;
}

interface LoadedDialogProps extends RunnerDialogProps {
  edited?: Edited<RunnerValues>;
}

function LoadedDialog({ scope, row, edited, onCreated, onWebhookSecret, onClosed }: LoadedDialogProps) {
  const { t } = useTranslation();
  const [create] = useCreateRunnerMutation();
  const [update] = useUpdateRunnerMutation();
  const [renewSecret] = useRenewWebhookSecretMutation();
  const ofProject = (row?.project_id ?? scope) !== null;
  const save = async (values: RunnerValues, tag: string | null): Promise<void> => {
    const body = runnerBody(values);
    if (row === null) {
      onCreated(await create({ scope, body }).unwrap());
      return;
    }
    await update({ scope, id: row.id, tag, body }).unwrap();
    if (row.webhook === '' && body.webhook !== '') {
      const { webhook_secret: secret } = await renewSecret({ scope, id: row.id }).unwrap();
      onWebhookSecret(body.name, secret);
    }
  };
  return (
    <FormDialog<RunnerValues>
      title={row === null ? t('runners.new') : t('runners.edit')}
      width={520}
      initial={runnerValues(row)}
      edited={edited}
      draft={{ name: draftName(pathOf({ scope, id: 0 }), row?.id) }}
      submitText={row === null ? t('common.create') : t('common.save')}
      validate={(values) => runnerIssues(values, ofProject)}
      onSubmit={save}
      onClosed={onClosed}
    >
      <RunnerFields scope={scope} ofProject={ofProject} />
    </FormDialog>
  );
}

/** New or changed runner. */
export function RunnerDialog(props: RunnerDialogProps) {
  const { t } = useTranslation();
  const { scope, row, onClosed } = props;
  return row === null ? (
    <LoadedDialog {...props} />
  ) : (
    <StoredRow<Runner> path={pathOf({ scope, id: row.id })} title={t('runners.edit')} onClosed={onClosed}>
      {(stored, readAgain) => (
        <LoadedDialog {...props} row={stored.row} edited={editedAs(stored, readAgain, runnerValues)} />
      )}
    </StoredRow>
  );
}
