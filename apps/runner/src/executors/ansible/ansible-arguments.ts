import { type JobParams, problem } from '@switchyard/contracts';
import { AttemptFailure } from '../../attempt-failure.js';

/** Everything that ends up on the command line of `ansible-playbook`. Secrets are in the named files only. */
export interface AnsibleArguments {
  inventory: string;
  user: string;
  connectionPasswordFile: string | null;
  becomeUser: string;
  becomePasswordFile: string | null;
  params: JobParams;
  /** Values `NAME@FILE`. */
  vaultIds: readonly string[];
  /** Files of extra variables, later ones win. */
  variableFiles: readonly string[];
  templateArguments: readonly string[];
  taskArguments: readonly string[];
  playbook: string;
}

/** Arguments in their fixed order; what a task gives comes last, so that it wins where Ansible keeps the last. */
export function ansibleArguments(parts: AnsibleArguments): string[] {
  const { params } = parts;
  return [
    '-i',
    parts.inventory,
    ...option('--user', parts.user),
    ...option('--connection-password-file', parts.connectionPasswordFile),
    ...option('--become-user', parts.becomeUser),
    ...option('--become-password-file', parts.becomePasswordFile),
    ...(params.verbosity > 0 ? [`-${'v'.repeat(params.verbosity)}`] : []),
    ...(params.diff ? ['--diff'] : []),
    ...(params.check ? ['--check'] : []),
    ...parts.vaultIds.flatMap((id) => option('--vault-id', id)),
    ...parts.variableFiles.flatMap((path) => option('--extra-vars', `@${path}`)),
    ...parts.templateArguments,
    ...list('--limit', checkedLimit(params.limit)),
    ...list('--tags', params.tags),
    ...list('--skip-tags', params.skip_tags),
    ...parts.taskArguments,
    parts.playbook,
  ];
}

/** A value that looks like an option is joined to its own, so that it stays a value. */
function option(name: string, value: string | null): string[] {
  if (!value) {
    return [];
  }
  return value.startsWith('-') ? [`${name}=${value}`] : [name, value];
}

function list(name: string, values: readonly string[]): string[] {
  const given = values.map((value) => value.trim()).filter(Boolean);
  return given.length > 0 ? [`${name}=${given.join(',')}`] : [];
}

/** `@file` makes Ansible read host names from any file of the runner, and print what it finds. */
function checkedLimit(limit: readonly string[]): readonly string[] {
  if (limit.some((value) => value.split(/[\s,:;]+/).some((pattern) => pattern.startsWith('@')))) {
    throw new AttemptFailure(problem('limit_file'));
  }
  return limit;
}
