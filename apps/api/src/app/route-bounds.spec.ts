import { describe, expect, it } from '@jest/globals';
import { largestJson, unboundedParts } from '@switchyard/contracts/testing';
import { DEFAULT_BODY_LIMIT } from '@switchyard/server';
import { z } from 'zod';
import { everyRoute, type Route } from '../testing/routes.js';

/** A body whose form is no schema: bytes, with a limit of their own. */
const BYTES = [
  'TaskImportController.import',
  'WebhooksController.receive',
  'AttemptReportsController.storeOutputs',
  'AttemptReportsController.storePlan',
  'AttemptReportsController.log',
  'AttemptReportsController.keptState',
];

const routes = everyRoute();
const withSchema = routes.flatMap((route) => route.schemas.map((schema) => ({ ...route, schema })));
const bodies = routes.flatMap((route) => (route.body ? [{ ...route, body: route.body }] : []));

const bounded = ({ limit, body }: Pick<Route, 'limit'> & { body: z.ZodType }): boolean =>
  limit !== undefined || largestJson(body) <= DEFAULT_BODY_LIMIT;

describe('every route', () => {
  it('should be found with its schemas', () => {
    expect(withSchema.length).toBeGreaterThan(50);
    expect(bodies.length).toBeGreaterThan(35);
  });

  it.each(withSchema)('$name should bound what it takes', ({ name, schema }) => {
    expect(unboundedParts(schema, name)).toEqual([]);
  });

  it.each(bodies)('$name should declare a limit when its body may be larger than the default', ({ limit, body }) => {
    expect({ limit, largest: largestJson(body), fits: bounded({ limit, body }) }).toMatchObject({ fits: true });
  });

  it('should declare a limit only where it needs one', () => {
    const needless = routes.filter(
      ({ limit, body }) => limit !== undefined && body && bounded({ limit: undefined, body }),
    );
    expect(needless.map(({ name }) => name)).toEqual([]);
    expect(routes.filter(({ limit, body }) => limit !== undefined && !body).map(({ name }) => name)).toEqual(BYTES);
  });

  it('should be found out when it has none', () => {
    const body = z.object({ text: z.string().max(DEFAULT_BODY_LIMIT) });
    expect(bounded({ limit: undefined, body })).toBe(false);
  });
});
