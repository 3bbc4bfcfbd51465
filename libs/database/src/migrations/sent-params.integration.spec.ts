import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EarlierDatabase } from '../testing/index.js';
import { SentParams1764581420000 } from './1764581420000-sent-params.js';

describe(SentParams1764581420000.name, () => {
  let database: EarlierDatabase;
  beforeEach(async () => {
    database = await EarlierDatabase.before(SentParams1764581420000);
  });
  afterEach(() => database.drop());

  it('should take what stands for absent parameters for none, and leave the others', async () => {
    const absent = { environment: '{}', message: '', params: {} };
    const sent = { ...absent, message: 'nightly' };
    for (const [templateParams, scheduleParams] of [
      [{}, absent],
      [{ allow_debug: true }, sent],
    ]) {
      const { projectId, templateId } = await database.newTemplate({ task_params: templateParams });
      const schedule = { project_id: projectId, template_id: templateId, name: 'Nightly', task_params: scheduleParams };
      await database.insert('schedule', schedule);
    }
    await database.migrate();
    const paramsOf = async (table: string) => {
      const rows = await database.query<{ task_params: unknown }>(`select task_params from ${table} order by id`);
      return rows.map(({ task_params }) => task_params);
    };
    expect(await paramsOf('template')).toEqual([null, { allow_debug: true }]);
    expect(await paramsOf('schedule')).toEqual([{}, sent]);
  });
});
