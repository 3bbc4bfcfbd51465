import {
  ALERT_CHANNEL_NEEDS,
  ALERT_CHANNEL_TYPES,
  ALERT_EVENTS,
  type AlertChannel,
  AlertChannelInput,
} from '@switchyard/contracts';
import { Checkbox, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSaveAlertChannelMutation } from '../../api/alerts-api.js';
import { AddressField, TargetFields, TokenField } from '../../components/deliveries/target-fields.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { draftName } from '../../components/forms/use-draft.js';
import { StoredRow } from '../../components/dialogs/stored-row.js';
import { type Edited, editedAs } from '../../components/forms/use-conflict.js';
import { channelBody, channelIssues, type ChannelValues, channelValues, plainChannel } from './channel-values.js';

/** Where it goes: what a channel of the chosen type needs. */
function PlaceFields({ editable }: { editable: boolean }) {
  const { t } = useTranslation();
  const type = Form.useWatch('type', Form.useFormInstance<ChannelValues>());
  if (type === undefined) {
    return null;
  }
  const { target, url, token } = ALERT_CHANNEL_NEEDS[type];
  return (
    <>
      {target !== null && (
        <Form.Item name="target" label={t(`alerts.place.${target}`)} extra={t(`alerts.placeHint.${target}`)} required>
          <Input autoComplete="off" spellCheck={false} />
        </Form.Item>
      )}
      {editable && url && <AddressField hint={t('alerts.urlHint')} />}
      {editable && token !== null && (
        <TokenField
          label={type === 'webhook' || type === 'dingtalk' ? t('alerts.signingSecret') : t('alerts.token')}
          required={token === 'required'}
        />
      )}
    </>
  );
}

function ChannelFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation();
  return (
    <TargetFields
      isNew={isNew}
      types={ALERT_CHANNEL_TYPES.map((value) => ({ value, label: t(`alerts.types.${value}`) }))}
      place={(editable) => <PlaceFields editable={editable} />}
    >
      <Form.Item name="events" label={t('alerts.events')}>
        <Checkbox.Group
          className="al-events"
          options={ALERT_EVENTS.map((value) => ({ value, label: t(`alerts.event.${value}`) }))}
        />
      </Form.Item>
    </TargetFields>
  );
}

interface ChannelDialogProps {
  projectId: number;
  /** `null` = a new one. */
  row: AlertChannel | null;
  onClosed: () => void;
}

interface LoadedDialogProps extends ChannelDialogProps {
  edited?: Edited<ChannelValues>;
}

function LoadedDialog({ projectId, row, edited, onClosed }: LoadedDialogProps) {
  const { t } = useTranslation();
  const [save] = useSaveAlertChannelMutation();
  const isNew = row === null;
  return (
    <FormDialog<ChannelValues>
      title={isNew ? t('alerts.new') : t('alerts.edit')}
      width={520}
      initial={channelValues(row)}
      edited={edited}
      draft={{ name: draftName(`project/${projectId}/channels`, row?.id), plain: plainChannel }}
      submitText={isNew ? t('common.create') : t('common.save')}
      validate={(values) => channelIssues(values, isNew)}
      onSubmit={(values, tag) =>
        save({ projectId, id: row?.id, tag, body: AlertChannelInput.parse(channelBody(values, isNew)) }).unwrap()
      }
      onClosed={onClosed}
    >
      <ChannelFields isNew={isNew} />
    </FormDialog>
  );
}

export function ChannelDialog({ projectId, row, onClosed }: ChannelDialogProps) {
  const { t } = useTranslation();
  const common = { projectId, onClosed };
  return row === null ? (
    <LoadedDialog {...common} row={null} />
  ) : (
    <StoredRow<AlertChannel>
      path={`project/${projectId}/alert_channels/${row.id}`}
      title={t('alerts.edit')}
      onClosed={onClosed}
    >
      {(stored, readAgain) => (
        <LoadedDialog {...common} row={stored.row} edited={editedAs(stored, readAgain, channelValues)} />
      )}
    </StoredRow>
  );
}
