import { withVisibleControls } from '@switchyard/contracts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useGetTaskQuery } from '../../api/tasks-api.js';
import { isOverPage } from '../../components/task/task-link.js';
import { setLogLoader } from '../../components/task/log-code.js';
import { useProject } from '../../components/page/project-context.js';
import { withTexts } from '../../lib/all-texts.js';
import { useTitle } from '../../lib/page-title.js';
import { late } from '../../components/feedback/late.js';

const TaskLogDialog = late(
  async () => (await withTexts(import('../../features/tasks/task-log-dialog.js'))).TaskLogDialog,
);
setLogLoader(() => void TaskLogDialog.ahead());

/** Settles when a log that the address opens can be drawn with its page. */
export const logAhead: Promise<void> = new URLSearchParams(window.location.search).has('t')
  ? TaskLogDialog.ahead()
  : Promise.resolve();

/** The browser's tab shows how the task stands. */
function TaskTitle({ projectId, taskId }: { projectId: number; taskId: number }) {
  const { t } = useTranslation();
  const { data: task } = useGetTaskQuery({ projectId, taskId });
  useTitle('dialog', task && `${t(`status.${task.status}`)} · #${taskId} ${withVisibleControls(task.tpl_alias)}`);
  return null;
}

/**
 * Opens the task log over any page when the address names a task (`?t=42`). Closing it removes `t`, and leaves no step of the
 * history that opens it again: the one that opened it over the page is taken back.
 */
export function TaskLogOutlet() {
  const { projectId } = useProject();
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const taskId = Number(params.get('t'));
  if (!Number.isInteger(taskId) || taskId < 1) {
    return null;
  }
  const close = (): void => {
    if (isOverPage(state)) {
      void navigate(-1);
      return;
    }
    params.delete('t');
    setParams(params, { replace: true });
  };
  return (
    <>
      <TaskTitle projectId={projectId} taskId={taskId} />
      <Suspense fallback={null}>
        <TaskLogDialog key={taskId} projectId={projectId} taskId={taskId} onClosed={close} />
      </Suspense>
    </>
  );
}
