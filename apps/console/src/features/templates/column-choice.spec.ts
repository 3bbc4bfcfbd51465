import { describe, expect, it } from '@jest/globals';
import type { Template } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import {
  columnText,
  columnTitle,
  narrowColumns,
  needsNames,
  type TemplateColumn,
  wideColumns,
} from './column-choice.js';

/** Texts by their keys. */
const t = ((key: string) => key) as unknown as TFunction;
const names = {
  inventory: (id: number | null) => (id === 2 ? 'hosts' : undefined),
  environment: (id: number | null) => (id === 3 ? 'production' : undefined),
  repository: (id: number | null) => (id === 4 ? 'playbooks' : undefined),
};
const template = {
  type: 'build',
  playbook: 'site.yml',
  inventory_id: 2,
  environment_id: 5,
  repository_id: 4,
  last_task: null,
} as Template;

describe('the columns of templates', () => {
  it.each([[wideColumns], [narrowColumns]])(
    'should show by default what the sheet offers: %j',
    ({ all, byDefault }) => {
      expect(byDefault.filter((name) => !all.includes(name))).toEqual([]);
      expect(new Set(all).size).toBe(all.length);
    },
  );

  it('should be remembered apart for wide and narrow lists', () => {
    expect(wideColumns.table).not.toBe(narrowColumns.table);
  });

  it.each([
    [[], false],
    [['playbook', 'type', 'version', 'status', 'last'], false],
    [['status', 'inventory'], true],
    [['environment'], true],
    [['repository'], true],
  ] as [TemplateColumn[], boolean][])('should need names for %j: %s', (columns, expected) => {
    expect(needsNames(columns)).toBe(expected);
  });

  it('should have a title of its own each', () => {
    const titles = wideColumns.all.map((name) => columnTitle(t, name));
    expect(new Set(titles).size).toBe(titles.length);
    expect(columnTitle(t, 'playbook')).toBe('template.playbookColumn');
    expect(columnTitle(t, 'inventory')).toBe('template.inventory');
  });

  it.each([
    ['inventory', 'hosts'],
    ['environment', undefined],
    ['repository', 'playbooks'],
    ['type', 'template.types.build'],
    ['playbook', 'site.yml'],
    ['version', undefined],
    ['status', undefined],
    ['last', undefined],
  ] as [TemplateColumn, string | undefined][])('should show of %s the text %s', (name, expected) => {
    expect(columnText(t, name, template, names)).toBe(expected);
  });
});
