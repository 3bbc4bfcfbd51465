import { StopOutlined } from '@ant-design/icons';
import { type ActiveTask, withVisibleControls } from '@switchyard/contracts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStopActiveTaskMutation, useStopTaskMutation } from '../../api/tasks-api.js';
import { AppMark } from '../../components/brand/app-mark.js';
import { ProjectBadge } from '../../components/display/badges.js';
import { LiveDuration } from '../../components/display/live-duration.js';
import { useNotify } from '../../components/feedback/notify.js';
import { useWaitingWords } from '../../components/task/use-waiting-words.js';
import { DemoGate } from '../../components/session/demo-gate.js';

/** Opens the log of the task in its project. */
export function ActiveTaskName({ task, markless = false }: { task: ActiveTask; markless?: boolean }) {
  const name = withVisibleControls(task.template_name);
  return (
    <span className="sy-name">
      {!markless && <AppMark app={task.app} />}
      <code className="sy-id">#{task.task_id}</code>
      <Link className="sy-ink sy-ellipsis" title={name} to={`/project/${task.project_id}/history?t=${task.task_id}`}>
        {name}
      </Link>
    </span>
  );
}

export function ActiveTaskProject({ task: { project_id: id, project_name } }: { task: ActiveTask }) {
  const name = withVisibleControls(project_name);
  return (
    <span className="sy-name">
      <ProjectBadge id={id} name={name} />
      <Link className="sy-ink sy-light sy-ellipsis" title={name} to={`/project/${id}`}>
        {name}
      </Link>
    </span>
  );
}

/** The runner that has the task, or why it is in the queue. */
export function ActiveTaskLocation({ task }: { task: ActiveTask }) {
  const { t } = useTranslation();
  const { title } = useWaitingWords(task.waiting_reason);
  if (task.local) {
    return t('activeTasks.local');
  }
  if (task.runner_id !== undefined) {
    return (
      <>
        {t('activeTasks.runner', { id: task.runner_id })} <span className="sy-text2">{task.runner_name}</span>
      </>
    );
  }
  return (
    <span className="sy-text2" title={task.waiting_reason === null ? undefined : title}>
      {t('activeTasks.queue')}
      {task.waiting_reason !== null && ` · ${title}`}
    </span>
  );
}

/** Since when it runs, or waits. */
export function ActiveTaskTime({ task }: { task: ActiveTask }) {
  return <LiveDuration start={task.start ?? task.created} end={null} />;
}

/** Stops the task; one that is stopping is forced to. */
export function StopTask({ task }: { task: ActiveTask }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [stop, { isLoading }] = useStopActiveTaskMutation();
  const [force, { isLoading: isForcing }] = useStopTaskMutation();
  const forced = task.status === 'stopping';
  const { task_id: taskId, project_id: projectId } = task;
  const send = (): Promise<unknown> =>
    forced ? force({ projectId, taskId, force: true }).unwrap() : stop(taskId).unwrap();
  return (
    <DemoGate>
      <Button
        size="small"
        danger={forced}
        icon={<StopOutlined aria-hidden />}
        loading={isLoading || isForcing}
        aria-label={forced ? t('activeTasks.forceNamed', { id: taskId }) : t('activeTasks.stopNamed', { id: taskId })}
        onClick={() => void send().catch(notify.error)}
      >
        {forced ? t('log.forceStop') : t('log.stop')}
      </Button>
    </DemoGate>
  );
}
