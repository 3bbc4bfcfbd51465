import { AUDIT_RECEIVER_TYPES, type AuditReceiver, AuditReceiverInput } from '@switchyard/contracts';
import { Checkbox, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { receiverPath, useSaveAuditReceiverMutation } from '../../api/audit-receivers-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { StoredRow } from '../../components/dialogs/stored-row.js';
import { type Edited, editedAs } from '../../components/forms/use-conflict.js';
import { draftName } from '../../components/forms/use-draft.js';
import { plainReceiver, receiverBody, receiverIssues, type ReceiverValues, receiverValues } from './receiver-values.js';

function PlaceFields() {
  const { t } = useTranslation();
  const isWebhook = Form.useWatch('type', Form.useFormInstance<ReceiverValues>()) === 'webhook';
  return (
    <>
      <Form.Item
        name="url"
        label={t('alerts.url')}
        extra={isWebhook ? t('alerts.urlHint') : t('audit.receivers.syslogHint')}
        required
      >
        <Input autoComplete="off" spellCheck={false} inputMode="url" />
      </Form.Item>
      {isWebhook && (
        <Form.Item name="token" label={t('alerts.signingSecret')} required>
          <Input.Password autoComplete="new-password" />
        </Form.Item>
      )}
    </>
  );
}

/** Type, address and secret of a stored receiver can be changed only when its override is ticked. */
function ReceiverFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation();
  const override = Form.useWatch('override_secret', Form.useFormInstance<ReceiverValues>());
  const editable = isNew || override;
  return (
    <>
      <Form.Item name="name" label={t('alerts.name')} required>
        <Input autoFocus maxLength={255} />
      </Form.Item>
      {!isNew && (
        <Form.Item name="override_secret" valuePropName="checked">
          <Checkbox>{t('alerts.override')}</Checkbox>
        </Form.Item>
      )}
      <Form.Item name="type" label={t('alerts.type')} required={editable}>
        <Select
          disabled={!editable}
          options={AUDIT_RECEIVER_TYPES.map((value) => ({ value, label: receiverType(value) }))}
        />
      </Form.Item>
      {editable && <PlaceFields />}
      <div className="sy-checks">
        <Form.Item name="active" valuePropName="checked" noStyle>
          <Checkbox>{t('alerts.active')}</Checkbox>
        </Form.Item>
      </div>
    </>
  );
}

/** Both are names in every language. */
export const receiverType = (type: AuditReceiver['type']): string => (type === 'webhook' ? 'Webhook' : 'Syslog');

interface ReceiverDialogProps {
  /** `null` = a new one. */
  row: AuditReceiver | null;
  onClosed: () => void;
}

function LoadedDialog({ row, edited, onClosed }: ReceiverDialogProps & { edited?: Edited<ReceiverValues> }) {
  const { t } = useTranslation();
  const [save] = useSaveAuditReceiverMutation();
  const isNew = row === null;
  return (
    <FormDialog<ReceiverValues>
      title={isNew ? t('audit.receivers.new') : t('audit.receivers.edit')}
      width={520}
      initial={receiverValues(row)}
      edited={edited}
      draft={{ name: draftName('audit/receivers', row?.id), plain: plainReceiver }}
      submitText={isNew ? t('common.create') : t('common.save')}
      validate={(values) => receiverIssues(values, isNew)}
      onSubmit={(values, tag) =>
        save({ id: row?.id, tag, body: AuditReceiverInput.parse(receiverBody(values, isNew)) }).unwrap()
      }
      onClosed={onClosed}
    >
      <ReceiverFields isNew={isNew} />
    </FormDialog>
  );
}

export function ReceiverDialog({ row, onClosed }: ReceiverDialogProps) {
  const { t } = useTranslation();
  return row === null ? (
    <LoadedDialog row={null} onClosed={onClosed} />
  ) : (
    <StoredRow<AuditReceiver> path={receiverPath(row.id)} title={t('audit.receivers.edit')} onClosed={onClosed}>
      {(stored, readAgain) => (
        <LoadedDialog row={stored.row} edited={editedAs(stored, readAgain, receiverValues)} onClosed={onClosed} />
      )}
    </StoredRow>
  );
}
