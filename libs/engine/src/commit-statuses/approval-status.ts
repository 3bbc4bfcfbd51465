import type { Engine } from '../ports.js';
import { rows, stableId } from '../statements/sql.js';
import { LONGEST_NAME } from './commit-status-writer.js';

/** A commit of a fork that a person has to approve before its template runs. */
export interface AwaitedCommit {
  templateId: number;
  commit: string;
  /** The delivery that waits; the forge gets its status once. */
  deliveryId: string;
}

/** `after` = the newest task of the template: one that comes later says more of the commit. */
const insert = `
  insert into outbox_message (id, kind, target_id, project_id, payload)
    select ${stableId(`concat_ws(' ', 'commit_status', repository.id, template.id, $3::text)`)}, 'commit_status', repository.id,
           template.project_id,
           jsonb_build_object('progress', 'approval', 'commit', lower($2), 'project', jsonb_build_object('id', template.project_id),
             'template', jsonb_build_object('id', template.id, 'name', left(template.name, ${LONGEST_NAME})), 'task', null,
             'after', coalesce((select max(id) from task where template_id = template.id), 0))
      from template
      join git_repository repository on repository.id = template.repository_id and repository.status_key_id is not null
     where template.id = $1 and $2 ~* '^([0-9a-f]{40}|[0-9a-f]{64})$'
  on conflict (id) do nothing returning project_id as "projectId"`;

/** Writes a message for the forge of a commit that waits for approval, where its repository has a key for it. */
export async function reportAwaitedCommit(
  { dataSource, signals }: Pick<Engine, 'dataSource' | 'signals'>,
  { templateId, commit, deliveryId }: AwaitedCommit,
): Promise<void> {
  const written = await rows<{ projectId: number }>(dataSource, insert, [templateId, commit, deliveryId]);
  if (written.length > 0) {
    signals.messagesWritten();
    signals.deliveryListsChanged(written.map(({ projectId }) => ({ projectId, of: 'alerts' })));
  }
}
