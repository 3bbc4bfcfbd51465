import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Template } from '@switchyard/contracts';
import { Inventory, WorkspaceDrift as Row } from '@switchyard/database';
import { newInventory, newProject, newTask, newTemplate } from '@switchyard/database/testing';
import { startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';

describe('how the workspaces of a template stand', () => {
  let test: ProjectFixture;
  beforeAll(async () => {
    test = await startProjectFixture();
  });
  afterAll(() => test.close());

  const summary = { add: 1, change: 0, destroy: 0, import: 0, outputs: 0 };

  /** A template of a project with a workspace that has drifted. */
  async function drifted(projectId: number) {
    const { dataSource } = test;
    const row = { projectId, type: 'tofu-workspace', inventory: 'w' } as const;
    const inventoryId = (await newInventory(dataSource, row)).id;
    const template = await newTemplate(dataSource, { projectId, app: 'tofu', inventoryId });
    const taskId = (await newTask(dataSource, template, { status: 'success' })).id;
    await dataSource.manager.insert(Row, { inventoryId, templateId: template.id, taskId, status: 'drifted', summary });
    return { inventoryId, templateId: template.id, taskId };
  }

  it('should be answered to members, with what was found', async () => {
    const { inventoryId, templateId, taskId } = await drifted(test.projectId);
    await drifted(test.projectId);
    const answer = await test.manager.get(`${test.base}/templates/${templateId}/drift`);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect([answer.status, answer.json()]).toEqual([
      200,
      [
        {
          inventory_id: inventoryId,
          template_id: templateId,
          status: 'drifted',
          task_id: taskId,
          summary,
          since: time,
          checked: time,
        },
      ],
    ]);
  });

  it('should be counted in the list of templates and in each, while the workspace is attached', async () => {
    const { inventoryId, templateId } = await drifted(test.projectId);
    const counted = async (): Promise<unknown> => {
      const one = await test.manager.get(`${test.base}/templates/${templateId}`);
      const list = (await test.manager.get(`${test.base}/templates`)).json<Template[]>();
      const counts = list.filter(({ id }) => id === templateId).map((each) => each.drifted_workspaces);
      return [one.json<Template>().drifted_workspaces, ...counts];
    };
    expect(await counted()).toEqual([0, 0]);
    await test.dataSource.manager.update(Inventory, inventoryId, { templateId });
    expect(await counted()).toEqual([1, 1]);
    await test.dataSource.manager.update(Row, { inventoryId }, { status: 'in_step' });
    expect(await counted()).toEqual([0, 0]);
  });

  it('should be of no template of another project', async () => {
    const { templateId } = await drifted((await newProject(test.dataSource)).id);
    const answer = await test.manager.get(`${test.base}/templates/${templateId}/drift`);
    expect(answer.status).toBe(404);
  });
});
