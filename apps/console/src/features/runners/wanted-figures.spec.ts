import { describe, expect, it } from '@jest/globals';
import { wantedFigures } from './wanted-figures.js';

describe(wantedFigures.name, () => {
  it('should count the tasks of every tag and name the first three', () => {
    const tags = ['gpu', 'windows', 'edge', 'arm'].map((tag, i) => ({ tag, number_of_tasks: 4 - i }));
    expect(wantedFigures(tags)).toEqual({ tasks: 10, named: ['gpu', 'windows', 'edge'], more: 1 });
    expect(wantedFigures(tags.slice(0, 1))).toEqual({ tasks: 4, named: ['gpu'], more: 0 });
  });
});
