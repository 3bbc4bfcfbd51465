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

/** What a look tells when the runner has been silent for so long. */
async function told(silentSeconds: number): Promise<number[]> {
  fixture.signals.clear();
  const statement = 'update runner set touched = now() - make_interval(secs => $2) where id = $1';
  await fixture.source.query(statement, [id, silentSeconds]);
  await watch.look();
  return fixture.signals.changedRunners;
}

describe(PresenceWatch.name, () => {
  it('should tell when a runner becomes degraded, lost and online again, and each of them once', async () => {
    expect([await told(5), await told(19)]).toEqual([[], []]);
    expect([await told(22), await told(40)]).toEqual([[id], []]);
    expect([await told(46), await told(4_000)]).toEqual([[id], []]);
    expect([await told(1), await told(2)]).toEqual([[id], []]);
    expect([await told(22), await told(1)]).toEqual([[id], [id]]);
  });

  it('should tell of runners that were silent before the first look, and not of those that never came', async () => {
    const never = await newRunner(fixture.source, { touched: null });
    const tell = await told(50);
    expect([tell, tell.includes(never.id)]).toEqual([[id], false]);
  });

  it('should tell of a silent runner that is gone', async () => {
    await told(50);
    await fixture.source.query('delete from runner');
    fixture.signals.clear();
    await watch.look();
    expect(fixture.signals.changedRunners).toEqual([id]);
  });
});
