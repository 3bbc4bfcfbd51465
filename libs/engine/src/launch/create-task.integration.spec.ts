import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Template } from '@switchyard/database';
import { meetAtLock, newInventory, newProject, newTask, newUser } from '@switchyard/database/testing';
import { createTask } from './create-task.js';
import { NotFoundError } from '../errors.js';
import { readSources } from './task-sources.js';
import { EngineFixture } from '../testing/engine-fixture.js';

describe(createTask.name, () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  afterAll(() => fixture.drop());
  beforeEach(() => fixture.clear());

  const of = (template: Template) => ({ projectId: template.projectId, templateId: template.id });

  it('should store the task as waiting, record it and wake a drain', async () => {
    const template = await fixture.template({ runnerTag: 'gpu' });
    const user = await newUser(fixture.source);
    const given = { message: 'why', params: { limit: ['web'] }, environment: '{"a":1}', userId: user.id };
    const task = await createTask(fixture.engine, { ...of(template), ...given });
    expect(task).toEqual(await fixture.task(task.id));
    expect(task).toMatchObject({ ...given, status: 'waiting', waitingReason: 'queued', tag: 'gpu', app: 'bash' });
    expect(await fixture.events()).toEqual([`Task ${task.id} was queued`]);
    expect(fixture.signals.dispatch).toHaveLength(1);
    expect(fixture.signals.updates).toMatchObject([
      { task_id: task.id, status: 'waiting', waiting_reason: { code: 'queued' } },
    ]);
  });

  it('should count the task at its template', async () => {
    const template = await fixture.template();
    await createTask(fixture.engine, of(template));
    await createTask(fixture.engine, of(template));
    const counted = await fixture.source.getRepository(Template).findOneByOrFail({ id: template.id });
    expect(counted.tasks).toBe(2);
  });

  it('should take the tag of the inventory when the template has none', async () => {
    const template = await fixture.template({ app: '' });
    const inventory = await newInventory(fixture.source, { projectId: template.projectId, runnerTag: 'dmz' });
    const task = await createTask(fixture.engine, { ...of(template), inventoryId: inventory.id });
    expect(task).toMatchObject({ tag: 'dmz', app: 'ansible', inventoryId: inventory.id });
  });

  it('should refuse a template, inventory or build task of another project', async () => {
    const [template, other] = [await fixture.template(), await fixture.template()];
    const inventory = await newInventory(fixture.source, { projectId: other.projectId });
    const build = await newTask(fixture.source, other);
    const refused = [
      { projectId: template.projectId, templateId: other.id },
      { ...of(template), inventoryId: inventory.id },
      { ...of(template), buildTaskId: build.id },
    ];
    for (const task of refused) {
      await expect(createTask(fixture.engine, task)).rejects.toBeInstanceOf(NotFoundError);
    }
    expect(await fixture.events()).toEqual([]);
    expect(fixture.signals.dispatch).toEqual([]);
  });

  it('should refuse a build task of a template that the deploy does not build on', async () => {
    const { id: projectId } = await newProject(fixture.source);
    const [build, unrelated] = [await fixture.template({ projectId }), await fixture.template({ projectId })];
    const deploy = await fixture.template({ projectId, type: 'deploy', buildTemplateId: build.id });
    const wrong = await newTask(fixture.source, unrelated);
    const refused = createTask(fixture.engine, { ...of(deploy), buildTaskId: wrong.id });
    await expect(refused).rejects.toThrow('build task not found');
  });

  it('should deploy the commit of the build when both use one repository', async () => {
    const build = await fixture.template({ type: 'build', startVersion: '1' });
    const same = { projectId: build.projectId, type: 'deploy', buildTemplateId: build.id } as const;
    const deploy = await fixture.template({ ...same, repositoryId: build.repositoryId });
    const elsewhere = await fixture.template(same);
    const built = await newTask(fixture.source, build, { commitHash: 'abc123' });
    const commit = async (template: Template) =>
      (await createTask(fixture.engine, { ...of(template), buildTaskId: built.id })).commitHash;
    expect(await commit(deploy)).toBe('abc123');
    expect(await commit(elsewhere)).toBeNull();
  });

  it('should give the tag and the commit of each of many simultaneous tasks its own origin', async () => {
    const build = await fixture.template({ type: 'build', startVersion: '1' });
    const { projectId, repositoryId } = build;
    const deploy = await fixture.template({ projectId, repositoryId, type: 'deploy', buildTemplateId: build.id });
    const other = await fixture.template({ runnerTag: 'gpu' });
    const inventory = (runnerTag: string) => newInventory(fixture.source, { projectId, runnerTag });
    const built = (commitHash: string) => newTask(fixture.source, build, { commitHash });
    const [dmz, lab] = [await inventory('dmz'), await inventory('lab')];
    const [cafe, beef] = [await built('cafe'), await built('beef')];
    const inputs = [
      { ...of(deploy), buildTaskId: cafe.id, message: 'first' },
      { ...of(other), message: 'second' },
      { ...of(deploy), inventoryId: dmz.id, message: 'third' },
      { ...of(deploy), message: 'fourth', params: { diff: true } },
      { ...of(deploy), inventoryId: lab.id, buildTaskId: beef.id, message: 'fifth' },
    ];
    const tasks = await Promise.all(inputs.map((task) => createTask(fixture.engine, task)));
    expect(tasks).toMatchObject([
      { ...inputs[0], tag: '', commitHash: 'cafe' },
      { ...inputs[1], tag: 'gpu', commitHash: null },
      { ...inputs[2], tag: 'dmz', commitHash: null },
      { ...inputs[3], tag: '', params: { diff: true } },
      { ...inputs[4], tag: 'lab', commitHash: 'beef' },
    ]);
    expect(await Promise.all(tasks.map(({ id }) => fixture.task(id)))).toEqual(tasks);
    const counted = await fixture.source.getRepository(Template).findOneByOrFail({ id: deploy.id });
    expect(counted.tasks).toBe(4);
  });

  it('should refuse those of many whose template is gone, and store the others', async () => {
    const [gone, kept] = [await fixture.template(), await fixture.template()];
    const known = await readSources(fixture.engine, of(gone));
    await fixture.source.getRepository(Template).delete({ id: gone.id });
    const results = await Promise.allSettled([
      createTask(fixture.engine, of(gone), known),
      createTask(fixture.engine, of(kept), { ...known, template: kept }),
      createTask(fixture.engine, of(gone)),
      createTask(fixture.engine, of(kept)),
    ]);
    expect(results.map((result) => (result.status === 'rejected' ? result.reason : 'stored'))).toEqual([
      expect.any(NotFoundError),
      'stored',
      expect.any(NotFoundError),
      'stored',
    ]);
    expect(await fixture.statuses()).toEqual(['waiting', 'waiting']);
    expect(await fixture.events()).toHaveLength(2);
  });

  it('should take the rows of templates in the order of their ids, as deploys that follow a build do', async () => {
    const [low, high] = [await fixture.template(), await fixture.template()];
    await fixture.source.query('update template set name = name where id = $1', [low.id]);
    const tasks = await meetAtLock(
      fixture.source,
      ['select from template where id = $1 for no key update', [low.id]],
      [() => Promise.all([high, low].map((template) => createTask(fixture.engine, of(template))))],
      () => fixture.source.query('select from template where id = $1 for no key update nowait', [high.id]),
    );
    expect(tasks).toMatchObject([[{ templateId: high.id }, { templateId: low.id }]]);
  });

  it('should give each of many simultaneous builds its own version', async () => {
    const template = await fixture.template({ type: 'build', startVersion: 'v1.0' });
    const builds = await Promise.all(Array.from({ length: 12 }, () => createTask(fixture.engine, of(template))));
    const byId = builds.toSorted((a, b) => a.id - b.id);
    expect(byId.map((task) => task.version)).toEqual(Array.from({ length: 12 }, (_, i) => `v1.${i}`));
    const updates = fixture.signals.updates.toSorted((a, b) => a.task_id - b.task_id);
    expect(updates.map(({ version }) => version)).toEqual(byId.map((task) => task.version));
  });
});
