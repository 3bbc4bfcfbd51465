import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type MatrixFixture, startMatrixFixture } from '../permission-matrix/matrix-fixture.js';
import type { Actor } from '../permission-matrix/verdicts.js';
import type { Route } from '../routes.js';
import { GatewayPlace, gatewayRoutes } from './gateway-place.js';
import { SenderPlace } from './sender-place.js';
import { type WalkedInput, walkedRoutes, workFault, WorkWalk } from './work-walk.js';

/**
 * The largest input of each route of people, in some shapes.
 * @param actorsOf who sends it
 */
export function describeRoutes(inputs: readonly WalkedInput[], actorsOf: (route: Route) => readonly Actor[]): void {
  describe('the largest input that a route takes', () => {
    let fixture: MatrixFixture;
    let walk: WorkWalk;
    beforeAll(async () => {
      fixture = await startMatrixFixture();
      walk = new WorkWalk(fixture);
    });
    afterAll(() => fixture.test.close());

    it.each(walkedRoutes())('should be bounded work for $name', async (route) => {
      expect(await walk.faultsOf(route, actorsOf(route), inputs)).toEqual([]);
    });

    it('should have left everybody signed in', async () => {
      expect(await walk.signedOut()).toEqual([]);
    });
  });
}

/** Reports of a runner, in some shapes. */
export function describeRunners(inputs: readonly WalkedInput[]): void {
  describe('the largest report of a runner', () => {
    let place: GatewayPlace;
    beforeAll(async () => {
      place = await GatewayPlace.open();
    });
    afterAll(() => place.close());

    const faultOf = (name: string, body: Uint8Array): Promise<string | null> =>
      workFault(() => {
        const request = place.signed(name, body);
        return () => place.send(request);
      });

    it.each(gatewayRoutes())('should be bounded work for $name', async (route) => {
      for (const input of inputs) {
        const body = await place.bodyOf(route, input);
        expect([input, await faultOf(route.path.split('/').at(-1) ?? '', body)]).toEqual([input, null]);
      }
    });

    it.each(inputs)('should be bounded work as a log of lines of "$filler"', async (input) => {
      expect(await faultOf('log', await place.logOf(input))).toBeNull();
    });

    it.each(inputs)('should be bounded work as outputs of "$filler"', async (input) => {
      expect(await faultOf('outputs', await place.outputsOf(input))).toBeNull();
    });

    it('should be bounded work as a state that a tool could not save', async () => {
      expect(await faultOf('kept-state', await place.keptStateOf())).toBeNull();
    });

    it('should be bounded work as a plan', async () => {
      expect(await faultOf('plan', await place.planOf())).toBeNull();
    });
  });
}

/** Calls of programs outside and of guests, in some shapes. */
export function describeSenders(inputs: readonly WalkedInput[]): void {
  describe('the largest body of a sender', () => {
    let place: SenderPlace;
    beforeAll(async () => {
      place = await SenderPlace.open();
    });
    afterAll(() => place.close());

    it.each(inputs)('should be bounded work as a webhook with $shape parts of "$filler"', async (input) => {
      expect(await workFault(() => place.webhookOf(input))).toBeNull();
    });

    it.each(inputs)('should be bounded work as a webhook of a stranger, $shape "$filler"', async (input) => {
      for (const [what, send] of Object.entries(place.strangeWebhooksOf(input))) {
        expect([what, await workFault(() => send)]).toEqual([what, null]);
      }
    });

    it.each(inputs)('should be bounded work as a state with $shape parts of "$filler", shown too', async (input) => {
      const { write, show, strange } = await place.stateOf(input);
      expect(await workFault(() => write)).toBeNull();
      expect(await workFault(() => show)).toBeNull();
      expect(await workFault(() => strange)).toBeNull();
    });

    it.each(inputs)('should be bounded work as a lock, $shape "$filler"', async (input) => {
      for (const [what, send] of Object.entries(await place.locksOf(input))) {
        expect([what, await workFault(() => send)]).toEqual([what, null]);
      }
    });
  });
}
