import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { knock, type MatrixFixture, startMatrixFixture } from '../testing/permission-matrix/matrix-fixture.js';
import { WALKED_INPUTS, walkedRoutes, WorkWalk } from '../testing/work-walk.js';

let fixture: MatrixFixture;
let walk: WorkWalk;
beforeAll(async () => {
  fixture = await startMatrixFixture();
  walk = new WorkWalk(fixture, await knock(fixture.test, 'admin', fixture.own.projectId));
});
afterAll(() => fixture.test.close());

describe('the largest input that a route takes', () => {
  it.each(walkedRoutes())('should be bounded work for $name', async (route) => {
    expect(await walk.faultsOf(route, WALKED_INPUTS)).toEqual([]);
  });
});
