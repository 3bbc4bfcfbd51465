import { AUDIT_RECEIVER_TYPES, type AuditReceiver, AuditReceiverInput } from '@switchyard/contracts';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { receiverPath, useSaveAuditReceiverMutation } from '../../api/audit-receivers-api.js';
import { AddressField, TargetFields, TokenField } from '../../components/deliveries/target-fields.js';
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
      <AddressField hint={isWebhook ? t('alerts.urlHint') : t('audit.receivers.syslogHint')} />
      {isWebhook && <TokenField label={t('alerts.signingSecret')} required />}
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
      <TargetFields
        isNew={isNew}
        types={AUDIT_RECEIVER_TYPES.map((value) => ({ value, label: receiverType(value) }))}
        place={(editable) => editable && <PlaceFields />}
      />
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
