import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { knock, type MatrixFixture, startMatrixFixture } from '../permission-matrix/matrix-fixture.js';
import { SenderPlace } from './sender-place.js';
import { type WalkedInput, walkedRoutes, workFault, WorkWalk } from './work-walk.js';

/** Most milliseconds for a state: who sends or opens it works in the same thread here, and hashes, encodes or decodes megabytes. */
const STATE_HELD_MS = 40;

/** The largest input of each route of people, in some shapes. */
export function describeRoutes(inputs: readonly WalkedInput[]): void {
  describe('the largest input that a route takes', () => {
    let fixture: MatrixFixture;
    let walk: WorkWalk;
    beforeAll(async () => {
      fixture = await startMatrixFixture();
      walk = new WorkWalk(fixture, await knock(fixture.test, 'admin', fixture.own.projectId));
    });
    afterAll(() => fixture.test.close());

    it.each(walkedRoutes())('should be bounded work for $name', async (route) => {
      expect(await walk.faultsOf(route, inputs)).toEqual([]);
    });
  });
}

/** What programs outside send, and a guest opens, in some shapes. */
export function describeSenders(inputs: readonly WalkedInput[]): void {
  describe('the largest body of a sender', () => {
    let place: SenderPlace;
    beforeAll(async () => {
      place = await SenderPlace.open();
    });
    afterAll(() => place.close());

    it.each(inputs)('should be bounded work as a webhook with $shape parts of "$filler"', async (input) => {
      expect(await workFault(place.webhookOf(input))).toBeNull();
    });

    it.each(inputs)('should be bounded work as a state with $shape parts of "$filler", shown too', async (input) => {
      const { write, show } = await place.stateOf(input);
      expect(await workFault(write, STATE_HELD_MS)).toBeNull();
      expect(await workFault(show, STATE_HELD_MS)).toBeNull();
    });
  });
}
