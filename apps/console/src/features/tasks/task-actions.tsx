import { RedoOutlined } from '@ant-design/icons';
import { isDecidable, isFinal, type TaskWithTemplate, type Template } from '@switchyard/contracts';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazyGetTemplateQuery } from '../../api/templates-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { usePermission } from '../../components/page/project-context.js';
import { useOpenTask } from '../../components/task/task-link.js';
import { StopButton } from './stop-button.js';
import { late } from '../../components/feedback/late.js';

const RunDialog = late(async () => (await import('./run-dialog.js')).RunDialog);

interface RunAgainButtonProps {
  task: TaskWithTemplate;
  /** Hosts to which the new task is limited; absent = those of the task. */
  hosts?: readonly string[];
  text?: string;
}

/** Opens the new-task dialog with the choices of a task that has ended; the template is fetched when it is pressed. */
export function RunAgainButton({ task, hosts, text }: RunAgainButtonProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const openTask = useOpenTask();
  const [template, setTemplate] = useState<Template | null>(null);
  const [fetchTemplate, { isFetching }] = useLazyGetTemplateQuery();
  const { project_id: projectId, template_id: id } = task;
  const open = (): void => {
    fetchTemplate({ projectId, id }).unwrap().then(setTemplate, notify.error);
  };
  return (
    <>
      <Button icon={<RedoOutlined aria-hidden />} loading={isFetching} onClick={open}>
        {text ?? t('log.runAgain')}
      </Button>
      {template !== null && (
        <Suspense fallback={null}>
          <RunDialog
            projectId={projectId}
            template={template}
            again={hosts ? { ...task, params: { ...task.params, limit: [...hosts] } } : task}
            onStarted={openTask}
            onClosed={() => setTemplate(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Stop or Force stop while the task is not at its end, Run again after it. A plan that waits is confirmed or rejected instead. */
export function TaskActions({ task }: { task: TaskWithTemplate }) {
  const mayRun = usePermission('runProjectTasks');
  if (!mayRun || isDecidable(task.status)) {
    return null;
  }
  return isFinal(task.status) ? <RunAgainButton task={task} /> : <StopButton task={task} />;
}
