import type { GitRepository, Inventory, Key, TaskWithTemplate, Template } from '@switchyard/contracts';

/** The five steps in their order. */
export const stepNames = ['key', 'repository', 'inventory', 'template', 'run'] as const;
export type StepName = (typeof stepNames)[number];

/** `now` = the next one; `ready` = possible already; `later` = needs an earlier step. */
export type StepStatus = 'done' | 'now' | 'ready' | 'later';

export interface ProjectParts {
  keys: readonly Key[];
  repositories: readonly GitRepository[];
  inventories: readonly Inventory[];
  templates: readonly Template[];
  tasks: readonly TaskWithTemplate[];
}

const hasSucceeded = ({ templates, tasks }: ProjectParts): boolean =>
  tasks.some(({ status }) => status === 'success') ||
  templates.some(({ last_task }) => last_task?.status === 'success');

/** A key that opens nothing exists in every project and is no step; a later step that is done makes an earlier one needless. */
function doneSteps(parts: ProjectParts): Readonly<Record<StepName, boolean>> {
  const template = parts.templates.length > 0;
  const repository = parts.repositories.length > 0;
  return {
    key: repository || parts.keys.some(({ type }) => type !== 'none'),
    repository,
    inventory: template || parts.inventories.length > 0,
    template,
    run: hasSucceeded(parts),
  };
}

/** State of each step; `null` once a task has succeeded and the guide is over. */
export function guideSteps(parts: ProjectParts): Readonly<Record<StepName, StepStatus>> | null {
  const done = doneSteps(parts);
  if (done.run) {
    return null;
  }
  const possible: Readonly<Record<StepName, boolean>> = {
    key: true,
    repository: true,
    inventory: true,
    template: done.repository,
    run: done.template,
  };
  const next = stepNames.find((name) => !done[name]);
  const stateOf = (name: StepName): StepStatus => {
    if (done[name]) {
      return 'done';
    }
    if (name === next) {
      return 'now';
    }
    return possible[name] ? 'ready' : 'later';
  };
  return {
    key: stateOf('key'),
    repository: stateOf('repository'),
    inventory: stateOf('inventory'),
    template: stateOf('template'),
    run: stateOf('run'),
  };
}
