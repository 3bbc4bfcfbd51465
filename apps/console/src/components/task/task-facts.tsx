import { type PullRequest, type TaskWithTemplate, withVisibleControls } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Dash } from '../display/dash.js';
import { MergeLink } from './pull-request-link.js';

/** Spec section 9: a commit shows 10 characters of its hash and 50 of its message. */
const hashLength = 10;
const messageLength = 50;

/** The start of a text, with an ellipsis in place of what is cut. */
function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`;
}

type StartedTask = Pick<
  TaskWithTemplate,
  'project_id' | 'user_name' | 'schedule_id' | 'schedule_name' | 'integration_id' | 'integration_name' | 'build_task_id'
>;

/** Who or what started the task, in words. A deploy that nobody started followed its build by itself. */
function starterWords(task: StartedTask, t: TFunction): string {
  if (task.user_name) {
    return withVisibleControls(task.user_name);
  }
  if (task.schedule_id !== null) {
    return task.schedule_name
      ? t('task.byScheduleNamed', { name: withVisibleControls(task.schedule_name) })
      : t('task.bySchedule');
  }
  if (task.integration_name) {
    return t('task.byNamedIntegration', { name: withVisibleControls(task.integration_name) });
  }
  if (task.integration_id !== null) {
    return t('task.byIntegration');
  }
  return task.build_task_id === null ? t('task.byNobody') : t('task.byAutorun', { id: task.build_task_id });
}

type DecidedTask = Pick<TaskWithTemplate, 'decided' | 'review' | 'pull_request'>;
type EndedTask = DecidedTask & Pick<TaskWithTemplate, 'status' | 'decided_by' | 'stopped_by'>;

export function TaskStarter({ task }: { task: StartedTask }) {
  const { t } = useTranslation();
  const words = starterWords(task, t);
  const isOfSchedule = !task.user_name && task.schedule_id !== null && Boolean(task.schedule_name);
  return isOfSchedule ? (
    <Link to={`/project/${task.project_id}/schedule`} title={words}>
      {words}
    </Link>
  ) : (
    <span title={words}>{words}</span>
  );
}

/** The pull request whose merge applied the plan; `null` = a person decided, or nobody has. */
export const applyingMerge = ({ decided, review, pull_request: pull }: DecidedTask): PullRequest | null =>
  decided !== null && review?.way === 'merge' && review.plan === 'same' ? pull : null;

/** Who or which merge confirmed, who rejected or stopped the task, in words; the later of two last. */
export function useTaskDeciders(task: EndedTask): string[] {
  const { t } = useTranslation();
  const { status, decided, decided_by: decider, stopped_by: stopper } = task;
  const merge = applyingMerge(task);
  const name = withVisibleControls(decider ?? '–');
  const decision =
    status === 'rejected'
      ? t('log.plan.rejectedBy', { name })
      : merge
        ? t('log.plan.mergeOf', { number: merge.number })
        : t('log.plan.confirmedBy', { name });
  return [
    ...(decided === null ? [] : [decision]),
    ...(stopper === null ? [] : [t('log.stoppedBy', { name: withVisibleControls(stopper) })]),
  ];
}

/** Who started the task, and who had a part in its end. */
export function TaskPeople({ task }: { task: StartedTask & EndedTask }) {
  const deciders = useTaskDeciders(task);
  const merge = applyingMerge(task);
  return (
    <>
      <TaskStarter task={task} />
      {deciders.map((words, index) => (
        <span key={words} className="sy-decider sy-text3">
          {merge && index === 0 ? <MergeLink pull={merge} /> : words}
        </span>
      ))}
    </>
  );
}

interface TaskCommitProps {
  task: Pick<TaskWithTemplate, 'commit_hash' | 'commit_message' | 'commit_author'>;
  /** The page of the commit, where one is known. */
  href?: string | undefined;
}

/** The start of the first line, whole in its title. */
function FirstLine({ text }: { text: string }) {
  const lines = text.split(/\r?\n/).map(withVisibleControls);
  return (
    <span className="sy-text2" title={lines.join('\n')}>
      {cut(lines[0] ?? '', messageLength)}
    </span>
  );
}

/** The commit that the task runs: its hash and its own message. */
export function TaskCommit({ task, href }: TaskCommitProps) {
  if (!task.commit_hash && !task.commit_message) {
    return <Dash />;
  }
  return (
    <span>
      {task.commit_hash && <CommitHash hash={task.commit_hash} href={href} />}
      <FirstLine text={task.commit_message} />
      {task.commit_author !== '' && <span className="sy-text3"> · {withVisibleControls(task.commit_author)}</span>}
    </span>
  );
}

/** Message by the person who started the task. */
export const TaskMessage = ({ task }: { task: Pick<TaskWithTemplate, 'message'> }) =>
  task.message === '' ? <Dash /> : <FirstLine text={task.message} />;

function CommitHash({ hash, href }: { hash: string; href: string | undefined }) {
  const short = hash.slice(0, hashLength);
  return href === undefined ? (
    <code className="sy-text3 sy-commit">{short}</code>
  ) : (
    <a className="sy-commit" href={href} target="_blank" rel="noopener noreferrer">
      <code>{short}</code>
    </a>
  );
}

/** Version that a build made, or that a deploy takes from its build. */
export function taskVersion(task: TaskWithTemplate | null): string | null {
  return task?.version ?? task?.build_task?.version ?? null;
}
