import { MessageOutlined, StopOutlined } from '@ant-design/icons';
import type { TaskWithTemplate } from '@switchyard/contracts';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStopTaskMutation } from '../../api/tasks-api.js';
import { IconButton } from '../../components/actions/icon-button.js';
import { useNotify } from '../../components/feedback/notify.js';
import { ReasonDialog } from './decision/late-reason-dialog.js';

/** Stop, at once or with a reason, and while the task is stopping Force stop. */
export function StopButton({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [stop, { isLoading }] = useStopTaskMutation();
  const [asked, setAsked] = useState(false);
  const isStopping = task.status === 'stopping';
  const send = (force: boolean, reason = ''): Promise<unknown> =>
    stop({ projectId: task.project_id, taskId: task.id, force, reason }).unwrap();
  return (
    <>
      <Button
        danger
        icon={<StopOutlined aria-hidden />}
        loading={isLoading}
        onClick={() => void send(isStopping).catch(notify.error)}
      >
        {isStopping ? t('log.forceStop') : t('log.stop')}
      </Button>
      {!isStopping && (
        <IconButton
          label={t('log.stopWithReason')}
          icon={<MessageOutlined aria-hidden />}
          onClick={() => setAsked(true)}
        />
      )}
      <Suspense fallback={null}>
        {asked && (
          <ReasonDialog
            title={t('log.stopQuestion')}
            button={t('log.stop')}
            onConfirm={(reason) => send(false, reason)}
            onClosed={() => setAsked(false)}
          />
        )}
      </Suspense>
    </>
  );
}
