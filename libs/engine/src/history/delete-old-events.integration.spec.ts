import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EngineFixture } from '../testing/engine-fixture.js';
import { deleteOldEvents, EVENT_DAYS } from './delete-old-events.js';

describe(deleteOldEvents.name, () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  afterAll(() => fixture.drop());

  it('should remove events by their age alone, in batches', async () => {
    await fixture.source.query(
      `insert into task_event (task_id, project_id, kind, origin, at)
         select n, 1, 'created', 'user', now() - make_interval(days => case when n <= 6000 then $1 + 1 else $1 - 1 end)
           from generate_series(1, 9000) n`,
      [EVENT_DAYS],
    );
    expect(await deleteOldEvents(fixture.engine)).toBe(6000);
    expect(await fixture.source.query('select min(task_id) as first from task_event')).toEqual([{ first: 6001 }]);
    expect(await deleteOldEvents(fixture.engine)).toBe(0);
  });
});
