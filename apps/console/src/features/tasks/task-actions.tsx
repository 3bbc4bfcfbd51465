import { RedoOutlined } from '@ant-design/icons';
import { isFinal, type TaskWithTemplate } from '@switchyard/contracts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetTemplateQuery } from '../../api/templates-api.js';
import { usePermission } from '../../components/page/project-context.js';
import { useOpenTask } from '../../components/task/task-link.js';
import { RunDialog } from './run-dialog.js';
import { StopButton } from './stop-button.js';

/** Opens the new-task dialog with the choices of a task that has ended. */
function RunAgainButton({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const openTask = useOpenTask();
  const [open, setOpen] = useState(false);
  const { project_id: projectId, template_id: id } = task;
  const { data: template } = useGetTemplateQuery({ projectId, id });
  return (
    <>
      <Button icon={<RedoOutlined aria-hidden />} disabled={template === undefined} onClick={() => setOpen(true)}>
        {t('log.runAgain')}
      </Button>
      {open && template !== undefined && (
        <RunDialog
          projectId={projectId}
          template={template}
          again={task}
          onStarted={openTask}
          onClosed={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Stop or Force stop while the task is not at its end, Run again after it. */
export function TaskActions({ task }: { task: TaskWithTemplate }) {
  const mayRun = usePermission('runProjectTasks');
  if (!mayRun) {
    return null;
  }
  return isFinal(task.status) ? <RunAgainButton task={task} /> : <StopButton task={task} />;
}
