import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AskDialog } from '../../../components/dialogs/ask-dialog.js';

interface ReasonDialogProps {
  title: string;
  button: string;
  onConfirm: (reason: string) => Promise<unknown>;
  onClosed: () => void;
}

/** Asks why before a plan is rejected or a task stopped; it may stay empty. */
export function ReasonDialog({ title, button, onConfirm, onClosed }: ReasonDialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  return (
    <AskDialog title={title} button={button} onConfirm={() => onConfirm(reason)} onClosed={onClosed}>
      <Form layout="vertical">
        <Form.Item htmlFor="sy-given-reason" label={t('log.details.reason')} extra={t('log.reasonHint')}>
          <Input.TextArea
            id="sy-given-reason"
            autoFocus
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={1000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Form.Item>
      </Form>
    </AskDialog>
  );
}
