import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_REPORTED_CACHES, type RunnerCaches } from '@switchyard/contracts';
import { newProject } from '@switchyard/database/testing';
import { runnerFacts } from '../app/doctor/doctor.repository.js';
import { type ProjectFixture, startProjectFixture } from '../testing/project-fixture.js';
import { RunnerClient } from '../testing/runner-client.js';

describe('caches of runners', () => {
  let test: ProjectFixture;
  beforeAll(async () => {
    test = await startProjectFixture();
  });
  afterAll(() => test.close());

  const used = '2030-01-31T00:00:00.000Z';
  const cachesOf = async (id: number): Promise<RunnerCaches> =>
    (await test.admin.get(`/api/runners/${id}/caches`)).json<RunnerCaches>();

  it('should tell the system check how far the clock of the runner is away, and what is free on its disk', async () => {
    const client = await RunnerClient.create(test, { name: 'Measured' });
    const gib = 1024 ** 3;
    const report = { limit: 0, total: 0, caches: [], cleared: false };
    await client.call('caches', report);
    const facts = async () => (await runnerFacts(test.dataSource)).find(({ name }) => name === 'Measured');
    expect(await facts()).toMatchObject({ ahead: null, free: null, needed: null });
    const time = new Date(Date.now() - 90_000).toISOString();
    await client.call('caches', { ...report, disk: { free: 3 * gib, needed: gib }, time });
    const { ahead, free, needed } = (await facts()) ?? {};
    expect([free, needed]).toEqual([3 * gib, gib]);
    expect(ahead).toBeLessThanOrEqual(-90);
    expect(ahead).toBeGreaterThan(-120);
  });

  it('should be those of the last report, with the names of their projects, for administrators', async () => {
    const { call, id } = await globalRunner();
    expect(await cachesOf(id)).toEqual({ measured: null, limit: 0, total: 0, caches: [] });
    const gone = 2_000_000_000;
    const caches = [
      { project: test.projectId, bytes: 70, used },
      { project: gone, bytes: 30, used },
    ];
    await call({ limit: 5, total: 9, caches: [] });
    expect((await call({ limit: 500, total: 120, caches })).status).toBe(204);
    const { name } = (await test.admin.get(test.base)).json<{ name: string }>();
    expect(await cachesOf(id)).toEqual({
      measured: expect.stringMatching(/Z$/),
      limit: 500,
      total: 120,
      caches: [
        { project_id: test.projectId, project_name: name, bytes: 70, used },
        { project_id: gone, project_name: null, bytes: 30, used },
      ],
    });
  });

  it('should show members those of their project on its own runner, whatever it reports besides', async () => {
    const other = await newProject(test.dataSource);
    const client = await RunnerClient.create(test, { projectId: test.projectId, tags: ['x'] });
    const caches = [
      { project: other.id, bytes: 70, used },
      { project: test.projectId, bytes: 30, used },
    ];
    await client.call('caches', { limit: 0, total: 100, caches, cleared: true });
    const path = `/runners/${client.runner.id}/caches`;
    const seen = (await test.manager.get(`${test.base}${path}`)).json<RunnerCaches>();
    expect(seen).toMatchObject({ total: 30, caches: [{ project_id: test.projectId, bytes: 30 }] });
    expect((await test.manager.get(`/api${path}`)).status).toBe(403);
    const { id } = await globalRunner();
    expect((await test.manager.get(`${test.base}/runners/${id}/caches`)).status).toBe(404);
  });

  it('should be cleared by project, on the one runner that is meant', async () => {
    const [one, other] = [await globalRunner(), await globalRunner()];
    expect((await test.admin.delete(`/api/runners/${one.id}/caches/${test.projectId}`)).status).toBe(204);
    const waiting = await test.dataSource.query<object[]>(
      'select id, clearing_projects from runner where id in ($1, $2) order by id',
      [one.id, other.id],
    );
    expect(waiting).toEqual([
      { id: one.id, clearing_projects: [test.projectId] },
      { id: other.id, clearing_projects: [] },
    ]);
    const own = await RunnerClient.create(test, { projectId: test.projectId, tags: ['x'] });
    expect((await test.admin.delete(`/api/runners/${own.runner.id}/caches/${test.projectId}`)).status).toBe(204);
    const { cleaning_requested: requested } = (await test.admin.get(`/api/runners/${own.runner.id}`)).json<{
      cleaning_requested: string | null;
    }>();
    expect(requested).not.toBeNull();
  });

  it('should be refused when there are too many, and end with their runner', async () => {
    const { call, id } = await globalRunner();
    const caches = Array.from({ length: MAX_REPORTED_CACHES + 1 }, (_, at) => ({ project: at + 1, bytes: 1, used }));
    expect((await call({ limit: 0, total: 1, caches })).status).toBe(400);
    await call({ limit: 0, total: 1, caches: caches.slice(1) });
    expect((await cachesOf(id)).caches).toHaveLength(MAX_REPORTED_CACHES);
    await test.admin.delete(`/api/runners/${id}`);
    expect(await test.dataSource.query('select 1 from runner_caches where runner_id = $1', [id])).toEqual([]);
  });

  async function globalRunner() {
    const client = await RunnerClient.create(test);
    return { id: client.runner.id, call: (report: object) => client.call('caches', { cleared: false, ...report }) };
  }
});
