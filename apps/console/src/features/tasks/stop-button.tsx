import { StopOutlined } from '@ant-design/icons';
import { isStoppable, type TaskWithTemplate } from '@switchyard/contracts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useStopTaskMutation } from '../../api/tasks-api.js';
import { useNotify } from '../../components/notify.js';
import { usePermission } from '../../components/project-context.js';

/** Stop, and while the task is stopping Force stop; nothing once it has ended. */
export function StopButton({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const mayRun = usePermission('runProjectTasks');
  const [stop, { isLoading }] = useStopTaskMutation();
  if (!mayRun || !isStoppable(task.status)) {
    return null;
  }
  const force = task.status === 'stopping';
  const send = (): void => {
    stop({ projectId: task.project_id, taskId: task.id, force }).unwrap().catch(notify.error);
  };
  return (
    <Button danger type={force ? 'primary' : 'default'} icon={<StopOutlined />} loading={isLoading} onClick={send}>
      {force ? t('log.forceStop') : t('log.stop')}
    </Button>
  );
}
