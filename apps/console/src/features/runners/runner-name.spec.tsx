import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Runner } from '@switchyard/contracts';
import { rowOf } from '../../components/testing/row-of.js';
import { Stage } from '../../components/testing/shown.js';
import { RunnerName } from './runner-name.js';

const stage = new Stage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const shown = (separation: Runner['separation']): string => {
  const runner = rowOf(Runner, { name: 'box', version: '1.2', platform: 'linux x64', separation });
  return stage.show(<RunnerName runner={runner} />).text;
};

describe(RunnerName.name, () => {
  it.each([
    ['none', 'tasks not separated'],
    ['partial', 'tasks partly separated'],
    ['full', 'tasks separated'],
  ] as const)('should say what separates tasks where that is %s', (separation, words) => {
    expect(shown(separation)).toBe(`box 1.2 · linux x64 · ${words}`);
  });

  it('should say nothing of it where the runner does not', () => {
    expect(shown(null)).toBe('box 1.2 · linux x64');
  });
});
