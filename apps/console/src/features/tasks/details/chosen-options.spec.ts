import { describe, expect, it } from '@jest/globals';
import type { TFunction } from 'i18next';
import type { Task } from '@switchyard/contracts';
import { chosenOptions, chosenPatterns } from './chosen-options.js';

/** As an older version may have stored them. */
const stored = (params: object) => ({ params: params as Task['params'] });
const t = ((key: string) => key) as TFunction;

describe('the options of a task', () => {
  it('should be named in the words of the form, and only when they are on', () => {
    const params = { destroy: true, plan: false, diff: 'yes', validate: true, debug: true, debug_level: 2 };
    expect(chosenOptions(stored(params), t)).toEqual(['run.destroy', 'validate', 'template.debugLevel: 2']);
    expect(chosenOptions({ params: {} }, t)).toEqual([]);
  });

  it('should take the usual debug level where none was sent', () => {
    expect(chosenOptions({ params: { debug: true } }, t)).toEqual(['template.debugLevel: 4']);
  });

  it('should name hosts and tags that limit it', () => {
    const params = { limit: ['web', 'db'], tags: [], skip_tags: 'slow' };
    expect(chosenPatterns(stored(params), t)).toEqual([['template.limit', expect.stringMatching(/web.*db/)]]);
  });
});
