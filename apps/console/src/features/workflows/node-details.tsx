import { type GraphNode, withVisibleControls, type WorkflowRun } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListMembersQuery } from '../../api/members-api.js';
import { useListTemplatesQuery } from '../../api/templates-api.js';
import { AppMark } from '../../components/brand/app-mark.js';
import { useProject } from '../../components/page/project-context.js';
import { durationText } from '../../lib/duration-text.js';
import { listText } from '../../lib/list-text.js';
import { useLocale } from '../../lib/use-locale.js';

const MINUTE_MS = 60_000;

/** Logins or names of members by their ids. */
function usePeople(): (id: number | null) => string {
  const { projectId } = useProject();
  const { data = [] } = useListMembersQuery(projectId);
  const names = new Map(data.map(({ id, name }) => [id, withVisibleControls(name)]));
  return (id) => names.get(id ?? 0) ?? '–';
}

/** Who or what started a run. */
export function useStarter(): (run: Pick<WorkflowRun, 'user_id' | 'schedule_id' | 'schedule_name'>) => string {
  const { t } = useTranslation();
  const nameOf = usePeople();
  return ({ user_id: userId, schedule_id: scheduleId, schedule_name: name }) => {
    if (scheduleId === null) {
      return nameOf(userId);
    }
    return name === '' ? t('task.bySchedule') : t('task.byScheduleNamed', { name: withVisibleControls(name) });
  };
}

function TemplateLink({ id, isLink }: { id: number | undefined; isLink: boolean }) {
  const { projectId } = useProject();
  const { data: templates } = useListTemplatesQuery(projectId);
  const template = templates?.find((each) => each.id === id);
  if (template === undefined) {
    return null;
  }
  const name = withVisibleControls(template.name);
  return (
    <span className="sy-name">
      <AppMark app={template.app} />
      {isLink ? (
        <Link className="sy-ellipsis" to={`/project/${projectId}/templates/${template.id}`}>
          {name}
        </Link>
      ) : (
        <span className="sy-ellipsis">{name}</span>
      )}
    </span>
  );
}

type Approvers = Pick<Extract<GraphNode, { kind: 'approval' }>, 'user_ids' | 'four_eyes' | 'deadline_minutes'> & {
  role: string | null;
  approvals_needed: number | null;
};

function ApproverWords({ node }: { node: Approvers }) {
  const { role, user_ids: ids, four_eyes: fourEyes, deadline_minutes: minutes, approvals_needed: needed } = node;
  const { t } = useTranslation();
  const locale = useLocale();
  const nameOf = usePeople();
  const isRole = role === 'owner' || role === 'manager' || role === 'task_runner';
  const who = [...(isRole ? [t(`template.confirmationRoles.${role}`)] : []), ...ids.map(nameOf)];
  return (
    <>
      {t('workflow.kinds.approval')}: {listText(who)}
      {needed !== null && needed > 1 && ` · ${t('workflow.approvalsNeeded')}: ${needed}`}
      {fourEyes && ` · ${t('workflow.fourEyes')}`}
      {minutes && ` · ${t('workflow.deadlineOf', { time: durationText(minutes * MINUTE_MS, locale) })}`}
    </>
  );
}

/** What a node is shown by: the members that its kind has. */
export type ShownNode =
  | { kind: 'template'; template_id: number | undefined }
  | ({ kind: 'approval' } & Approvers)
  | { kind: 'delay'; delay_minutes: number | null }
  | { kind: 'condition'; expression: string }
  | { kind: 'note'; text: string };

function DelayWords({ minutes }: { minutes: number | null }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return minutes !== null && t('workflow.delayOf', { time: durationText(minutes * MINUTE_MS, locale) });
}

/** What a node starts, whom it asks, how long it waits, or what it decides by. */
export function NodeDetails({ node, isLink = false }: { node: ShownNode; isLink?: boolean }) {
  switch (node.kind) {
    case 'template':
      return <TemplateLink id={node.template_id} isLink={isLink} />;
    case 'approval':
      return <ApproverWords node={node} />;
    case 'delay':
      return <DelayWords minutes={node.delay_minutes} />;
    case 'condition':
      return <code className="sy-mono">{withVisibleControls(node.expression)}</code>;
    default:
      return withVisibleControls(node.text);
  }
}
