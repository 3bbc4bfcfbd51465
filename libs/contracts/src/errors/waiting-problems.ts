/** Why a task waits for a runner. */
export const WAITING_PROBLEMS = {
  queued: 'The task is queued.',
  project_limit: 'The project has reached its limit of parallel tasks.',
  template_busy: 'Another task of this template is running.',
  no_runner: 'No runner is registered for this project.',
  no_runner_online: 'No runner of this project is online.',
  no_matching_tag: 'No online runner has the tag "{{tag}}".',
  no_untagged_runner: 'Every online runner is reserved for tasks with its tags.',
  no_matching_app: 'No matching online runner can run {{app}}.',
  runners_busy: 'Every matching runner is busy.',
} as const;
