import { CopyOutlined } from '@ant-design/icons';
import type { NewLogLink } from '@switchyard/contracts';
import { Alert, Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../../api/api-error.js';
import { useAddLogLinkMutation } from '../../../api/log-links-api.js';
import type { TaskRef } from '../../../api/tasks-api.js';
import { Dialog } from '../../../components/dialogs/dialog.js';
import { useNotify } from '../../../components/feedback/notify.js';
import { DemoGate } from '../../../components/session/demo-gate.js';
import { copyText } from '../../../lib/copy-text.js';
import { LinkList } from './link-list.js';
import './sharing.css';

/** Hours that are offered: an hour, a day, a week, a month. */
const VALIDITIES = ['1', '24', '168', '720'] as const;

interface ShareDialogProps {
  task: TaskRef;
  onClosed: () => void;
}

/** Makes links by which anybody reads the log of a task, and revokes them. */
export function ShareDialog({ task, onClosed }: ShareDialogProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const [made, setMade] = useState<NewLogLink | null>(null);
  const close = (): void => setOpen(false);
  return (
    <Dialog
      open={open}
      width={520}
      title={t('logLink.title')}
      onClose={close}
      afterClose={onClosed}
      focusesField
      footer={<Button onClick={close}>{t('common.done')}</Button>}
    >
      <p className="sy-text2">{t('logLink.intro')}</p>
      <NewLink task={task} onMade={setMade} />
      <div role="status">{made !== null && <MadeLink key={made.id} url={made.url} />}</div>
      <LinkList task={task} onRevoked={(id) => setMade((last) => (last?.id === id ? null : last))} />
    </Dialog>
  );
}

function NewLink({ task, onMade }: { task: TaskRef; onMade: (link: NewLogLink) => void }) {
  const { t } = useTranslation();
  const [hours, setHours] = useState<(typeof VALIDITIES)[number]>('24');
  const [add, { isLoading, error }] = useAddLogLinkMutation();
  const create = (): void => {
    add({ ...task, hours: Number(hours) })
      .unwrap()
      .then(onMade, () => undefined);
  };
  return (
    <>
      {error !== undefined && <Alert className="sy-dialog-alert" type="error" showIcon title={errorMessage(error)} />}
      <div className="sy-share-new">
        <label htmlFor="sy-share-validity">{t('registration.valid')}</label>
        <Select
          id="sy-share-validity"
          value={hours}
          onChange={setHours}
          options={VALIDITIES.map((value) => ({ value, label: t(`registration.lives.${value}`) }))}
        />
        <DemoGate>
          <Button type="primary" loading={isLoading} onClick={create}>
            {t('logLink.create')}
          </Button>
        </DemoGate>
      </div>
    </>
  );
}

function MadeLink({ url }: { url: string }) {
  const { t } = useTranslation();
  const notify = useNotify();
  // Without a public address in the settings it is of the server that this console comes from.
  const address = new URL(url, window.location.origin).href;
  const copy = async (): Promise<void> => {
    const failure = await copyText(address);
    if (failure === null) {
      notify.success(t('log.linkCopied'));
    } else {
      notify.error(t('log.copyFailed', { message: failure }));
    }
  };
  return (
    <div className="sy-share-made">
      <p>{t('logLink.once')}</p>
      <div className="sy-token">
        <code>{address}</code>
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
          {t('common.copy')}
        </Button>
      </div>
    </div>
  );
}
