import { describe, expect, it } from '@jest/globals';
import type { TaskWithTemplate } from '@switchyard/contracts';
import { offeredBuilds } from './run-values.js';

const build = (id: number) => ({ id }) as TaskWithTemplate;
const ids = (builds: readonly TaskWithTemplate[]) => builds.map(({ id }) => id);

describe('the builds that a deploy offers', () => {
  it('should hold the one that is deployed again, however old it is', () => {
    expect(ids(offeredBuilds([build(30), build(29)], build(3)))).toEqual([30, 29, 3]);
  });

  it('should hold each once', () => {
    expect(ids(offeredBuilds([build(30), build(29)], build(29)))).toEqual([30, 29]);
    expect(ids(offeredBuilds([build(30)], undefined))).toEqual([30]);
    expect(offeredBuilds(undefined, undefined)).toEqual([]);
  });
});
