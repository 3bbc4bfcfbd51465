import type { Job } from '@switchyard/contracts';
import type { Task, Template } from '@switchyard/database';

/** Facts about a task that its playbook or script may read (the runner hands them over as variables). */
export function taskDetails(
  task: Pick<Task, 'id' | 'message' | 'version' | 'projectId'>,
  template: Pick<Template, 'type'>,
  username: string,
  buildVersion: string | null,
): Job['details'] {
  const versioned = template.type === 'build' || template.type === 'deploy';
  return {
    id: task.id,
    username,
    ...(task.message ? { message: task.message } : {}),
    ...(versioned ? { type: template.type } : {}),
    ...(versioned && buildVersion ? { incoming_version: buildVersion } : {}),
    ...(template.type === 'build' ? { target_version: task.version } : {}),
  };
}
