import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '@switchyard/testing';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../data-source.js';
import { migrate } from '../migrate.js';
import { Template } from '../template/template.entity.js';
import { Schedule } from '../schedule/schedule.entity.js';
import { newProject, newSchedule, newTemplate } from '../testing/index.js';
import { SentParams1764581420000 } from './1764581420000-sent-params.js';

describe(SentParams1764581420000.name, () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let source: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    source = await createDataSource(database.url).initialize();
    await migrate(source);
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it('should take what stands for absent parameters for none, and leave the others', async () => {
    const { id: projectId } = await newProject(source);
    const [bare, full] = [
      await newTemplate(source, { projectId, taskParams: {} }),
      await newTemplate(source, { projectId, taskParams: { allow_debug: true } }),
    ];
    const absent = { environment: '{}', message: '', params: {} };
    const none = await newSchedule(source, bare, { taskParams: absent });
    const some = await newSchedule(source, full, { taskParams: { ...absent, message: 'nightly' } });
    const migration = new SentParams1764581420000();
    const runner = source.createQueryRunner();
    await migration.down(runner);
    await migration.up(runner);
    await runner.release();
    const template = async (id: number) => (await source.manager.findOneByOrFail(Template, { id })).taskParams;
    const schedule = async (id: number) => (await source.manager.findOneByOrFail(Schedule, { id })).taskParams;
    expect([await template(bare.id), await template(full.id)]).toEqual([null, { allow_debug: true }]);
    expect([await schedule(none.id), await schedule(some.id)]).toEqual([{}, { ...absent, message: 'nightly' }]);
  });
});
