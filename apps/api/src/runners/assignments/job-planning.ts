import {
  DEFAULT_BACKEND_FILENAME,
  isConfirmationAsked,
  isPlanned,
  isWorkspaceType,
  type JobPlanning,
  mayLaunchWith,
  parseStageArguments,
  type StageArguments,
  own,
  templateParam,
  TERRAFORM_CHECKS,
} from '@switchyard/contracts';
import type { Inventory, Task, Template } from '@switchyard/database';
import { credentialOf, type JobSources } from './job-sources.js';

type PlanningSources = Pick<
  JobSources,
  'task' | 'template' | 'inventory' | 'plan' | 'credentials' | 'state' | 'review'
>;

/** Part of a job for planned apps; null for others. */
export function jobPlanning(sources: PlanningSources): JobPlanning | null {
  const { task, template, inventory, plan, review } = sources;
  if (!isPlanned(template.app)) {
    return null;
  }
  const filename = backendFilename(template);
  const isSet = (name: string): boolean => own(task.params, name) === true;
  const checks = TERRAFORM_CHECKS.filter((name) => mayLaunchWith(template, name) && isSet(name));
  return {
    workspace: isWorkspace(inventory) ? inventory.inventory : '',
    module_key: credentialOf(sources, inventory?.sshKeyId ?? null),
    backend_filename: filename,
    state: filename === null ? null : sources.state,
    plan_only: isSet('plan') || checks.length > 0,
    checks,
    destroy: mayLaunchWith(template, 'destroy') && isSet('destroy'),
    auto_approve:
      task.review === null &&
      ((templateParam(template, 'auto_approve') === true && !isConfirmationAsked(template)) ||
        (mayLaunchWith(template, 'auto_approve') && isSet('auto_approve'))),
    upgrade: isSet('upgrade'),
    reconfigure: isSet('reconfigure'),
    stages: jobStages(task, template),
    confirmed_plan: plan && { sha256: plan.sha256, size: plan.size },
    ...(review && { review }),
  };
}

const isWorkspace = (inventory: Inventory | null): inventory is Inventory =>
  inventory !== null && isWorkspaceType(inventory.type);

function backendFilename(template: Template): string | null {
  const name = templateParam(template, 'backend_filename');
  const given = typeof name === 'string' ? name : '';
  return templateParam(template, 'override_backend') === true ? given || DEFAULT_BACKEND_FILENAME : null;
}

/** The template's arguments, then the task's. `default` serves the plan where nothing is given for it by name. */
function jobStages(task: Task, template: Template): JobPlanning['stages'] {
  const sources = [parseStageArguments(template.arguments) ?? {}];
  if (mayLaunchWith(template, 'arguments')) {
    sources.push(parseStageArguments(task.arguments) ?? {});
  }
  const of = (choose: (stages: StageArguments) => string[] | undefined): string[] =>
    sources.flatMap((stages) => choose(stages) ?? []);
  return {
    init: of(({ init }) => init),
    plan: of(({ plan, default: others }) => plan ?? others),
    apply: of(({ apply }) => apply),
  };
}
