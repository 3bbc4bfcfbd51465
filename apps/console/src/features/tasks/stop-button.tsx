import { MessageOutlined, StopOutlined } from '@ant-design/icons';
import type { TaskWithTemplate } from '@switchyard/contracts';
import { Button } from 'antd';
import { type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStopTaskMutation } from '../../api/tasks-api.js';
import { IconButton } from '../../components/actions/icon-button.js';
import { useNotify } from '../../components/feedback/notify.js';
import { ReasonDialog } from './decision/late-reason-dialog.js';

/** The heading gets the keyboard when the button goes with it, so that a second press does not run the task again. */
function useLeaveToHeading(button: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const left = button.current;
    return () => {
      if (left !== null && left === document.activeElement) {
        left.closest('[role="dialog"]')?.querySelector('h2')?.focus();
      }
    };
  }, [button]);
}

/** Stop, at once or with a reason, and while the task is stopping Force stop. */
export function StopButton({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [stop, { isLoading }] = useStopTaskMutation();
  const [asked, setAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useLeaveToHeading(button);
  const isStopping = task.status === 'stopping';
  const send = (force: boolean, reason = ''): Promise<unknown> =>
    stop({ projectId: task.project_id, taskId: task.id, force, reason }).unwrap();
  return (
    <>
      <Button
        ref={button}
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
