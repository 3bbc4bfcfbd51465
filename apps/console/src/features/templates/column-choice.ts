import type { Template } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import type { ColumnChoice } from '../../components/data-table/column-sheet.js';
import { taskVersion } from '../../components/task/task-facts.js';
import { typeWords } from './type-words.js';

const references = ['inventory', 'environment', 'repository'] as const;
type Reference = (typeof references)[number];

/** Columns that the sheet offers; name and action are always there. */
const columnNames = ['playbook', 'type', ...references, 'version', 'status', 'last'] as const;
export type TemplateColumn = (typeof columnNames)[number];

export const wideColumns: ColumnChoice<TemplateColumn> = {
  table: 'templates.shown',
  all: columnNames,
  byDefault: ['playbook', 'version', 'status', 'last'],
};
/** An entry of the list on a narrow screen has less room, so its choice is another one. */
export const narrowColumns: ColumnChoice<TemplateColumn> = {
  table: 'templates.narrow',
  all: columnNames,
  byDefault: ['status', 'last'],
};

export const needsNames = (columns: readonly TemplateColumn[]): boolean =>
  references.some((reference) => columns.includes(reference));

/** Names of what templates refer to, by id. */
export type NameOf = Readonly<Record<Reference, (id: number | null) => string | undefined>>;

export function columnTitle(t: TFunction, name: TemplateColumn): string {
  switch (name) {
    case 'version':
      return t('task.version');
    case 'status':
      return t('task.status');
    case 'last':
      return t('template.lastTask');
    case 'playbook':
      return t('template.playbookColumn');
    default:
      return t(`template.${name}`);
  }
}

/** Words of a column that is one text. */
export function columnText(t: TFunction, name: TemplateColumn, template: Template, nameOf: NameOf): string | undefined {
  switch (name) {
    case 'inventory':
    case 'environment':
    case 'repository':
      return nameOf[name](template[`${name}_id`]);
    case 'type':
      return t(`template.types.${typeWords[template.type]}`);
    case 'version':
      return taskVersion(template.last_task) ?? undefined;
    case 'playbook':
      return template.playbook;
    default:
      return undefined;
  }
}
