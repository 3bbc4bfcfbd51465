/** Refusals by a repository, Ansible, Terraform or Pulumi. */
export const TOOL_PROBLEMS = {
  repository_address: 'The repository address is not one of http, https, ssh, git, file or an absolute path',
  repository_escape: 'The repository address has a % that does not begin an escaped character',
  not_a_revision: '"{{name}}" is not the name of a branch or tag',
  not_a_commit: '"{{name}}" is not a commit hash',
  git_transport: 'The repository {{url}} or one of its submodules uses a transport that is not allowed',
  git_no_account:
    'The repository {{url}} needs ssh, which does not run on this runner ({{host}}) for a user id without an account',
  git_host_key:
    'The server of the repository {{url}} shows another host key ({{fingerprint}}) than the one known from before. If the forge publishes this fingerprint, enter its host key in the repository',
  git_host_unknown: 'The known hosts of the repository do not contain the server of {{url}}',
  git_refused: 'The repository {{url}} refused the key',
  git_credentials: 'The repository {{url}} requires credentials',
  git_missing: 'The repository {{url}} does not exist, or the key may not see it',
  git_no_revision: 'The repository {{url}} has no branch or tag "{{name}}"',
  git_no_head: 'The repository {{url}} has no default branch',
  git_other_default: 'The repository {{url}} has no branch or tag "{{name}}"; its default branch is "{{head}}"',
  git_empty: 'The repository {{url}} has no commits yet',
  git_moved: 'The server of the repository {{url}} leads to {{to}}, for which there are no credentials',
  git_no_commit: 'The repository {{url}} has no commit {{commit}}',
  git_commit_loose: 'The commit {{commit}} is on no branch and no tag of the repository {{url}}',
  git_unreachable: 'The server of the repository {{url}} cannot be reached from this runner ({{host}})',
  git_away: 'The server of the repository {{url}} is not available: {{reason}}',
  git_failed: 'Checking out the repository {{url}} failed: {{reason}}',
  git_gave_no_reason: 'git failed',

  inventory_missing: 'An Ansible task needs an inventory',
  inventory_comma: 'Ansible takes an inventory path with a comma for a list of hosts',
  inventory_rejected: 'the inventory was rejected: {{reason}}',
  limit_file: 'A limit must not name a file ("@…")',
  become_key: 'The become key of an inventory must be a login with password',
  vault_name_refused: '"{{name}}" cannot be the name of a vault',
  requirements_yaml: '{{file}} is not valid YAML: {{reason}}',
  roles_failed: '{{tool}} could not install the roles ({{end}})',
  collections_failed: '{{tool}} could not install the collections ({{end}})',
  python_environment_failed:
    'A virtual environment for {{file}} could not be made ({{end}}); on Debian and Ubuntu it needs the package python3-venv',
  python_packages_failed: 'The packages of {{file}} could not be installed: {{reason}}',
  python_index_away:
    'The packages of {{file}} could not be installed: this runner ({{host}}) does not reach the package index. Name one that it reaches by PIP_INDEX_URL, or install them on the runner',
  ansible_task_failed: 'a task failed on a host',
  ansible_unreachable: 'a host was unreachable',
  ansible_options: 'its options are wrong',

  terraform_stale: 'the state has changed since the plan was made; start a new task',
  terraform_locked: 'the state is locked by somebody else',
  terraform_locked_by: 'the state is locked by {{who}}',
  terraform_reconfigure: 'the backend has changed; start the task with reconfigure',
  terraform_unsaved:
    'the state could not be saved; the runner keeps a copy, which is offered in the workspace when it has arrived',
  terraform_unsaved_here:
    'the state could not be saved; a copy is kept on the runner {{host}} as {{path}}: save it with "state push" and remove it there',
  state_not_kept: 'a state of {{bytes}} bytes cannot be kept beside {{count}} others',
  terraform_unformatted: 'files have another format; run "fmt -recursive" and commit what it changes',
  terraform_workspaces: 'the backend has no workspaces',
  stack_missing: 'A Pulumi task needs a stack: give the template an inventory whose workspace is its name',
  plan_command_missing: 'A task of the app "{{app}}" has no planning options',
  plan_argument:
    'The argument {{argument}} cannot be used: {{why}}. Remove it from the template, the launch or the variable group',
  plan_not_made: 'The tool has left no plan file, so there is nothing to apply',
  plan_changed: 'The plan file has changed on disk since it was made; nothing was applied',
  plan_damaged: 'The stored plan is damaged',
  plan_too_large:
    'The plan has {{bytes}} bytes; at most {{max}} can wait for a decision. Approve it at once, or split the configuration',
  plan_absent: 'The job has no confirmed plan',
  plan_other: 'The plan that was sent is not the one that was confirmed',
  plan_not_sealed: 'The plan is not sealed to the key of this runner',
  state_lost:
    'The configuration has no backend outside its checkout, so its state would be lost with this task. Configure a backend, override it in the template, or use a repository that is a local directory',
  backend_file_name: 'The backend file "{{file}}" must have the extension .tf and be no path',
  backend_file_exists: 'The repository has a file "{{file}}"; the backend cannot be put there',
} as const;
