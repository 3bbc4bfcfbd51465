import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newRunner } from '@switchyard/database/testing';
import { PresenceWatch } from './presence-watch.js';
import { EngineFixture } from '../testing/engine-fixture.js';

let fixture: EngineFixture;
let watch: PresenceWatch;
let id: number;

beforeAll(async () => (fixture = await EngineFixture.open()));
afterAll(() => fixture.drop());
beforeEach(async () => {
  await fixture.clear();
  watch = new PresenceWatch(fixture.engine);
  ({ id } = await newRunner(fixture.source));
});

/** The runners that a look signals when the runner has been silent for so long. */
async function signalled(silentSeconds: number): Promise<number[]> {
  fixture.signals.clear();
  const statement = 'update runner set touched = now() - make_interval(secs => $2) where id = $1';
  await fixture.source.query(statement, [id, silentSeconds]);
  await watch.look();
  return fixture.signals.changedRunners;
}

describe(PresenceWatch.name, () => {
  it('should changed when a runner becomes degraded, lost and online again, and each of them once', async () => {
    expect([await signalled(5), await signalled(34)]).toEqual([[], []]);
    expect([await signalled(37), await signalled(40)]).toEqual([[id], []]);
    expect([await signalled(46), await signalled(4_000)]).toEqual([[id], []]);
    expect([await signalled(1), await signalled(2)]).toEqual([[id], []]);
    expect([await signalled(37), await signalled(1)]).toEqual([[id], [id]]);
  });

  it('should changed of runners that were silent before the first look, and not of those that never came', async () => {
    const never = await newRunner(fixture.source, { touched: null });
    const changed = await signalled(50);
    expect([changed, changed.includes(never.id)]).toEqual([[id], false]);
  });

  it('should changed of a silent runner that is gone', async () => {
    await signalled(50);
    await fixture.source.query('delete from runner');
    fixture.signals.clear();
    await watch.look();
    expect(fixture.signals.changedRunners).toEqual([id]);
  });
});
