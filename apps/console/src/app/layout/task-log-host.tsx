import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { setLogLoader } from '../../components/task/log-code.js';
import { useProject } from '../../components/page/project-context.js';

const load = async () => ({ default: (await import('../../features/tasks/task-log-dialog.js')).TaskLogDialog });
const TaskLogDialog = lazy(load);
setLogLoader(() => void load().catch(() => undefined));

/** Opens the task log over any page when the address names a task (`?t=42`); closing it removes `t`. */
export function TaskLogHost() {
  const { projectId } = useProject();
  const [params, setParams] = useSearchParams();
  const taskId = Number(params.get('t'));
  if (!Number.isInteger(taskId) || taskId < 1) {
    return null;
  }
  const close = (): void =>
    setParams((previous) => {
      const next = new URLSearchParams(previous);
      next.delete('t');
      return next;
    });
  return (
    <Suspense fallback={null}>
      <TaskLogDialog key={taskId} projectId={projectId} taskId={taskId} onClosed={close} />
    </Suspense>
  );
}
