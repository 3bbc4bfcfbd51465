import { own, type TaskWithTemplate, TERRAFORM_CHECKS } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import { listText } from '../../../lib/list-text.js';

const TICKS = [
  ['dry_run', 'run.dryRun'],
  ['diff', 'run.diff'],
  ['plan', 'run.planOnly'],
  ['destroy', 'run.destroy'],
  ['auto_approve', 'run.autoApprove'],
  ['upgrade', 'run.upgrade'],
  ['reconfigure', 'run.reconfigure'],
] as const;

const LISTS = [
  ['limit', 'template.limit'],
  ['tags', 'template.tags'],
  ['skip_tags', 'template.skipTags'],
] as const;

/** Launch options of a task that are on, in the words of the form that sets them. */
export function chosenOptions({ params }: Pick<TaskWithTemplate, 'params'>, t: TFunction): string[] {
  const isOn = (name: string): boolean => own(params, name) === true;
  return [
    ...TICKS.filter(([name]) => isOn(name)).map(([, key]) => t(key)),
    ...TERRAFORM_CHECKS.filter(isOn),
    ...(isOn('debug') ? [`${t('template.debugLevel')}: ${Number(own(params, 'debug_level') ?? 4)}`] : []),
  ];
}

/** Hosts and tags that a task is limited to, each with its label. */
export function chosenPatterns({ params }: Pick<TaskWithTemplate, 'params'>, t: TFunction): [string, string][] {
  return LISTS.flatMap(([name, key]) => {
    const patterns = own(params, name);
    return Array.isArray(patterns) && patterns.length > 0 ? [[t(key), listText(patterns.map(String))]] : [];
  });
}
