import type { Job } from '@switchyard/contracts';

/** A job for a test executor; `playbook` selects what it does. */
export function newJob(change: Partial<Job> = {}): Job {
  return {
    task_id: 1,
    project_id: 1,
    template_id: 1,
    template_name: 'test',
    app: 'bash',
    command: { path: '', args: [] },
    playbook: 'run.sh',
    repository: { id: 1, name: 'repo', url: '/nowhere', branch: 'main', commit: null, key: { type: 'none' } },
    inventory: null,
    arguments: [],
    task_arguments: [],
    params: { limit: [], tags: [], skip_tags: [], verbosity: 0, diff: false, check: false },
    planning: null,
    time_limit_seconds: null,
    vaults: [],
    variables: {},
    secret_variables: {},
    launch: { names: [], rule: { declared: [], patterns: [], any: false, trusted: false } },
    env: {},
    secret_env: {},
    details: {},
    ...change,
  };
}
