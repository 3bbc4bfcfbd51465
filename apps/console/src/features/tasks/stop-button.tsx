import { StopOutlined } from '@ant-design/icons';
import type { TaskWithTemplate } from '@switchyard/contracts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useStopTaskMutation } from '../../api/tasks-api.js';
import { useNotify } from '../../components/feedback/notify.js';

/** Stop, and while the task is stopping Force stop. */
export function StopButton({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [stop, { isLoading }] = useStopTaskMutation();
  const force = task.status === 'stopping';
  const send = (): void => {
    stop({ projectId: task.project_id, taskId: task.id, force }).unwrap().catch(notify.error);
  };
  return (
    <Button danger icon={<StopOutlined aria-hidden />} loading={isLoading} onClick={send}>
      {force ? t('log.forceStop') : t('log.stop')}
    </Button>
  );
}
