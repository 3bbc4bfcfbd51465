import { own } from '@switchyard/contracts';
import { type Entry, type SourceRow, textOf } from '../source-values.js';
import { questionsOf, variablesOf, withoutSecrets } from './awx-variables.js';

/** Members of a job template that become arguments of `ansible-playbook`, and a text that holds its value. */
function argumentsOf(template: SourceRow): string[] {
  const verbosity = Math.min(5, Math.max(0, Number(template['verbosity'] ?? 0)));
  const forks = Number(template['forks'] ?? 0);
  const start = textOf(template, 'start_at_task');
  return [
    ...(textOf(template, 'job_type') === 'check' ? ['--check'] : []),
    ...(template['diff_mode'] === true ? ['--diff'] : []),
    ...(template['become_enabled'] === true ? ['--become'] : []),
    ...(verbosity > 0 ? [`-${'v'.repeat(verbosity)}`] : []),
    ...(forks > 0 ? [`--forks=${forks}`] : []),
    ...(template['force_handlers'] === true ? ['--force-handlers'] : []),
    ...(start === '' ? [] : [`--start-at-task=${start}`]),
  ];
}

const listOf = (text: string): string[] => text.split(',').flatMap((part) => part.trim() || []);

const asks = (template: SourceRow, what: string): boolean => own(template, `ask_${what}_on_launch`) === true;

/** Options of a launch: what is set, and what may be chosen. */
function taskParamsOf(template: SourceRow): Entry {
  const limit = listOf(textOf(template, 'limit'));
  const tags = listOf(textOf(template, 'job_tags'));
  const skipTags = listOf(textOf(template, 'skip_tags'));
  return {
    ...(limit.length > 0 && { limit }),
    ...(tags.length > 0 && { tags }),
    ...(skipTags.length > 0 && { skip_tags: skipTags }),
    allow_override_limit: asks(template, 'limit'),
    allow_override_tags: asks(template, 'tags'),
    allow_override_skip_tags: asks(template, 'skip_tags'),
    allow_override_inventory: asks(template, 'inventory'),
    allow_debug: asks(template, 'verbosity'),
  };
}

/** Parts of a job template beside its references. */
export interface TemplateParts {
  entry: Entry;
  /** Extra variables, without those whose values were not exported. */
  variables: Record<string, unknown>;
  losses: string[];
}

/** Members of a job template that have no counterpart where they are set. */
const LOST: Readonly<Record<string, string>> = {
  use_fact_cache: 'the cache of facts',
  host_config_key: 'calls of hosts that ask to be provisioned',
  execution_environment: 'the execution environment',
};

const isSet = (value: unknown): boolean => ![undefined, null, false, ''].includes(value as null);

export function templateParts(template: SourceRow, survey: SourceRow | null): TemplateParts {
  const { questions, losses } = questionsOf(survey ?? {});
  const isAsked = template['survey_enabled'] === true;
  const extra = variablesOf(textOf(template, 'extra_vars'));
  const { plain, secret } = withoutSecrets(extra ?? {});
  const slices = Number(template['job_slice_count'] ?? 1);
  const lost = Object.entries(LOST).filter(([name]) => isSet(own(template, name)));
  return {
    entry: {
      app: 'ansible',
      type: '',
      playbook: textOf(template, 'playbook'),
      description: textOf(template, 'description'),
      git_branch: textOf(template, 'scm_branch') || null,
      arguments: JSON.stringify(argumentsOf(template)),
      allow_override_branch_in_task: asks(template, 'scm_branch'),
      allow_any_vars_in_task: asks(template, 'variables'),
      allow_parallel_tasks: template['allow_simultaneous'] === true,
      timeout_minutes: Math.ceil(Math.max(0, Number(template['timeout'] ?? 0)) / 60),
      survey_vars: isAsked ? questions : [],
      task_params: taskParamsOf(template),
    },
    variables: plain,
    losses: [
      ...(isAsked ? losses : questions.length > 0 ? ['its survey is off there, so it is left out'] : []),
      ...(extra === null ? ['its extra variables are no mapping, so they are left out'] : []),
      ...secret.map((name) => `the value of the variable "${name}" was not exported`),
      ...(slices > 1 ? [`it runs in ${slices} slices there`] : []),
      ...lost.map(([, what]) => `${what} does not come`),
    ],
  };
}
