import { describe, expect, it } from '@jest/globals';
import { PROBLEMS, TASK_STATUSES } from '@switchyard/contracts';
import { checkedAtStart } from '@switchyard/settings';
import { generatedPages } from './generated-pages.mjs';
import { records, TOPICS } from './records.mjs';
import { REMEDIES } from './remedies.mjs';

const pages = generatedPages();

describe('the generated reference', () => {
  it('should have every setting', () => {
    const text = pages['reference/settings.md'] ?? '';
    expect(Object.keys(checkedAtStart).filter((name) => !text.includes(`### ${name}\n`))).toEqual([]);
  });

  it('should have every problem, and remedies for known ones alone', () => {
    const text = pages['reference/problems.md'] ?? '';
    expect(Object.keys(PROBLEMS).filter((code) => !text.includes(`\`${code}\` |`))).toEqual([]);
    expect(Object.keys(REMEDIES).filter((code) => !Object.hasOwn(PROBLEMS, code))).toEqual([]);
  });

  it('should have every status', () => {
    const text = pages['reference/statuses.md'] ?? '';
    expect(TASK_STATUSES.filter((status) => !text.includes(`| \`${status}\` |`))).toEqual([]);
  });

  it('should have every record under one topic, each by a number of its own', () => {
    const numbers = records().map(({ number }) => number);
    expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([]);
    expect(
      Object.values(TOPICS)
        .flat()
        .toSorted((one, other) => one - other),
    ).toEqual(numbers);
  });

  it('should leave no place of a value to the templates of the site', () => {
    expect(
      Object.entries(pages)
        .filter(([, text]) => text.replaceAll(/`[^`]*`/g, '').includes('{{'))
        .map(([name]) => name),
    ).toEqual([]);
  });
});
