import { type ActivityObject, type Event, own } from '@switchyard/contracts';

/** Pages of a project that show all objects of a kind. */
const LISTS: Readonly<Partial<Record<ActivityObject, string>>> = {
  view: 'templates',
  schedule: 'schedule',
  integration: 'integrations',
  channel: 'settings',
  inventory: 'inventory',
  environment: 'environment',
  key: 'keys',
  repository: 'repositories',
  user: 'team',
};

/** The page that shows what an entry of the activity is about; `null` = none does, or no longer. */
export function activityPath(
  event: Pick<Event, 'project_id' | 'object_type' | 'object_id' | 'activity'>,
): string | null {
  const { project_id: projectId, object_type: kind, object_id: id, activity } = event;
  const isGone = activity?.code.endsWith('_deleted') === true;
  if (projectId === null || kind === null || isGone) {
    return null;
  }
  if (kind === 'template' && id !== null) {
    return `/project/${projectId}/templates/${id}`;
  }
  if ((kind === 'workflow' || kind === 'workflow_run') && id !== null) {
    return `/project/${projectId}/workflows/${kind === 'workflow' ? '' : 'runs/'}${id}`;
  }
  const list = own(LISTS, kind);
  return list === undefined ? null : `/project/${projectId}/${list}`;
}
