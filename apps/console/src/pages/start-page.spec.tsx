import { describe, expect, it } from '@jest/globals';
import { startPath } from './start-page.js';

const project = (id: number, deleting = false) => ({ id, deleting });
const nobody = { mayCreate: false, isPaid: false };

describe(startPath.name, () => {
  it('should lead to the project used last, else to the first', () => {
    expect(startPath([project(4), project(7)], 7, nobody)).toBe('/project/7');
    expect(startPath([project(4), project(7)], 0, nobody)).toBe('/project/4');
    expect(startPath([project(4), project(7)], Number('x'), nobody)).toBe('/project/4');
  });

  it('should skip a project that is gone or going', () => {
    expect(startPath([project(4)], 9, nobody)).toBe('/project/4');
    expect(startPath([project(4, true), project(7)], 4, nobody)).toBe('/project/7');
  });

  it('should lead to a new one where there is none, and to a new subscription where projects are paid for', () => {
    expect(startPath([], 4, { mayCreate: true, isPaid: false })).toBe('/project/new');
    expect(startPath([project(4, true)], 4, { mayCreate: true, isPaid: true })).toBe('/project/premium');
  });

  it('should lead people who may not make one to a page that explains it', () => {
    expect(startPath([], 4, { mayCreate: false, isPaid: true })).toBe('/project/none');
  });
});
