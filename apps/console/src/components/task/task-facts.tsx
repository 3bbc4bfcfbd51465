import { type TaskWithTemplate, withVisibleControls } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { Dash } from '../display/dash.js';

/** Spec section 9: a commit shows 10 characters of its hash and 50 of its message. */
const hashLength = 10;
const messageLength = 50;

/** The start of a text, with an ellipsis in place of what is cut. */
function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`;
}

/** Who or what started the task. */
export function TaskStarter({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  if (task.user_name) {
    return task.user_name;
  }
  if (task.schedule_id !== null) {
    return t('task.bySchedule');
  }
  if (task.integration_name !== null) {
    return t('task.byNamedIntegration', { name: withVisibleControls(task.integration_name) });
  }
  return task.integration_id === null ? t('task.byNobody') : t('task.byIntegration');
}

/** Commit of the task, else the message it was started with. */
export function TaskCommit({ task }: { task: TaskWithTemplate }) {
  const text = withVisibleControls(task.commit_message || task.message);
  if (!task.commit_hash && !text) {
    return <Dash />;
  }
  return (
    <span title={text}>
      {task.commit_hash && <code className="sy-text3 sy-commit">{task.commit_hash.slice(0, hashLength)}</code>}
      <span className="sy-text2">{cut(text.split('\n')[0] ?? '', messageLength)}</span>
    </span>
  );
}

/** Version that a build made, or that a deploy takes from its build. */
export function taskVersion(task: TaskWithTemplate | null): string | null {
  return task?.version ?? task?.build_task?.version ?? null;
}
