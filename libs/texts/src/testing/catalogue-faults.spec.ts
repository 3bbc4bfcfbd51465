import { describe, expect, it } from '@jest/globals';
import { textsOf } from './catalogue.js';
import { copiedTexts, glossaryFaults, longTexts, missingTexts, placeFaults, unusedTexts } from './catalogue-faults.js';

const english = textsOf({
  run: 'Run',
  named: 'Run {{name}}',
  problem: { plan_other: 'Another plan' },
  tasks: { all_one: '{{count}} task of {{name}}', all_other: '{{count}} tasks of {{name}}' },
});
const russian = (texts: object) => ({ language: 'ru', texts: textsOf(texts) }) as const;
const tasks = { all_one: '1 задача {{name}}', all_few: '{{count}} {{name}}', all_many: '{{count}} {{name}}' };
const whole = {
  run: 'Запустить',
  named: 'Запустить: {{name}}',
  problem: { plan_other: 'Другой план' },
  tasks: { ...tasks, all_other: '{{count}} {{name}}' },
};

describe('the checks of a catalogue', () => {
  it('should find nothing in a whole one', () => {
    const catalogue = russian(whole);
    expect(missingTexts(catalogue, english)).toEqual([]);
    expect(unusedTexts(catalogue, english)).toEqual([]);
    expect(placeFaults(catalogue, english)).toEqual([]);
    expect(copiedTexts(catalogue, english, new Set())).toEqual([]);
  });

  it('should find texts and plural forms that are missing or of no use', () => {
    const { run, ...rest } = whole;
    const catalogue = russian({ ...rest, ran: run, tasks: { ...tasks, all_two: 'x' } });
    expect(missingTexts(catalogue, english)).toEqual(['ru run', 'ru tasks.all_other']);
    expect(unusedTexts(catalogue, english).sort()).toEqual(['ru ran', 'ru tasks.all_two']);
  });

  it.each([
    'Запустить',
    'Запустить {{Name}}',
    'Запустить {name}',
    'Запустить {{name}} <b>',
    '{{name}} {{name}} {{id}}',
  ])('should find other places or broken markup in %s', (named) => {
    expect(placeFaults(russian({ named }), english)).toHaveLength(1);
  });

  it('should find copies of English, but for words that are the same', () => {
    const catalogue = russian({ run: 'Run' });
    expect(copiedTexts(catalogue, english, new Set())).toEqual(['ru run: Run']);
    expect(copiedTexts(catalogue, english, new Set(['Run']))).toEqual([]);
  });

  it('should find words that the glossary rules out, but not in names of values', () => {
    const glossary = { task: { use: 'задача', never: ['таск', 'name'] } };
    expect(glossaryFaults(russian({ a: 'Таски', named: '{{name}}' }), glossary)).toEqual(['ru a: таск']);
  });

  it('should find texts that outgrow their place', () => {
    const catalogue = russian({ run: 'Запустить задачу сейчас', named: 'Запустить' });
    expect(longTexts(catalogue, english, () => true)).toEqual(['ru run: Запустить задачу сейчас']);
    expect(longTexts(catalogue, english, () => false)).toEqual([]);
  });
});
