import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { WorkflowGraph } from '@switchyard/contracts';
import {
  migratedDatabase,
  type MigratedDatabase,
  newProject,
  newSchedule,
  newTemplate,
  newUser,
  newWorkflowSchedule,
} from '../testing/index.js';
import { Schedule } from '../schedule/schedule.entity.js';
import { Template } from '../template/template.entity.js';
import { User } from '../user/user.entity.js';
import { WorkflowDecision } from './workflow-decision.entity.js';
import { WorkflowNode } from './workflow-node.entity.js';
import { WorkflowNodeRun } from './workflow-node-run.entity.js';
import { WorkflowRun } from './workflow-run.entity.js';
import { WorkflowVersion } from './workflow-version.entity.js';
import { Workflow } from './workflow.entity.js';

describe('rows of workflows', () => {
  let database: MigratedDatabase;
  let template: Template;
  let run: WorkflowRun;

  beforeAll(async () => {
    database = await migratedDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    const { dataSource } = database;
    const { manager } = dataSource;
    const { id: projectId } = await newProject(dataSource);
    template = await newTemplate(dataSource, { projectId });
    const graph: WorkflowGraph = { nodes: [{ kind: 'note', node: 'n', text: '' }], edges: [] };
    const { id: workflowId } = await manager.save(manager.create(Workflow, { projectId, name: 'w' }));
    const { id: userId } = await newUser(dataSource);
    await manager.insert(WorkflowVersion, { workflowId, number: 1, graph, userId });
    await manager.insert(WorkflowNode, { projectId, workflowId, node: 'n', kind: 'template', templateId: template.id });
    run = await manager.save(manager.create(WorkflowRun, { projectId, workflowId, version: 1, userId }));
  });

  const add = (row: Partial<WorkflowNodeRun>) =>
    database.dataSource.manager.insert(WorkflowNodeRun, { runId: run.id, node: 'n', attempt: 1, ...row });
  const count = (entity: new () => object) => database.dataSource.manager.count(entity);

  it('should keep a template that a workflow starts', async () => {
    await expect(database.dataSource.manager.delete(Template, template.id)).rejects.toThrow(/workflow_node/);
    await database.dataSource.manager.delete(Workflow, run.workflowId);
    await database.dataSource.manager.delete(Template, template.id);
  });

  it('should go with their project', async () => {
    await add({});
    await database.dataSource.query('delete from project');
    const left = [Workflow, WorkflowVersion, WorkflowNode, WorkflowRun, WorkflowNodeRun].map(count);
    expect(await Promise.all(left)).toEqual([0, 0, 0, 0, 0]);
  });

  it('should have one node of a name', async () => {
    const row = { projectId: run.projectId, workflowId: run.workflowId, node: 'n', kind: 'note' } as const;
    await expect(database.dataSource.manager.insert(WorkflowNode, row)).rejects.toThrow(/workflow_node_workflow/);
  });

  it('should have one decision of a person in each attempt, which goes with the run and outlives the person', async () => {
    const { manager } = database.dataSource;
    const { id: userId } = await newUser(database.dataSource);
    const decide = (attempt: number) =>
      manager.insert(WorkflowDecision, { runId: run.id, node: 'n', attempt, userId, approves: true });
    await decide(1);
    await expect(decide(1)).rejects.toThrow(/workflow_decision_pkey/);
    await decide(2);
    await manager.delete(User, userId);
    const kept = await manager.find(WorkflowDecision, { where: { runId: run.id }, order: { attempt: 'ASC' } });
    expect(kept).toMatchObject([
      { attempt: 1, userId, approves: true, reason: '' },
      { attempt: 2, userId, approves: true, reason: '' },
    ]);
    await manager.delete(WorkflowRun, run.id);
    expect(await manager.countBy(WorkflowDecision, { runId: run.id })).toBe(0);
  });

  it('should have one row of a node in each attempt, and one node of a task', async () => {
    await add({ taskId: 1 });
    await expect(add({})).rejects.toThrow(/workflow_node_run_pkey/);
    await expect(add({ attempt: 2, taskId: 1 })).rejects.toThrow(/workflow_node_run_task/);
    await add({ attempt: 2, taskId: 2 });
  });

  it('should be started by schedules, which start nothing beside them and go with them', async () => {
    const { dataSource } = database;
    const { projectId, workflowId } = run;
    await newWorkflowSchedule(dataSource, run);
    const both = { projectId, workflowId, templateId: template.id, name: 'both' };
    await expect(dataSource.manager.insert(Schedule, both)).rejects.toThrow(/schedule_target/);
    await expect(dataSource.manager.insert(Schedule, { projectId, name: 'nothing' })).rejects.toThrow(
      /schedule_target/,
    );
    const other = await newSchedule(dataSource, template);
    await dataSource.manager.delete(Workflow, workflowId);
    expect((await dataSource.manager.find(Schedule)).map(({ id }) => id)).toEqual([other.id]);
  });

  it('should keep which schedule started them, and of whom it was', async () => {
    const { manager } = database.dataSource;
    const { id: scheduleId } = await newWorkflowSchedule(database.dataSource, run);
    const { projectId, workflowId, userId: scheduledBy } = run;
    const started = { projectId, workflowId, version: 1, scheduleId, scheduledBy };
    const { id } = await manager.save(manager.create(WorkflowRun, started));
    await manager.delete(Schedule, scheduleId);
    expect(await manager.findOneByOrFail(WorkflowRun, { id })).toMatchObject({ scheduleId, scheduledBy, userId: null });
  });

  it('should outlive the people who made them, and keep whose they are', async () => {
    await database.dataSource.query('delete from "user"');
    expect(await database.dataSource.manager.findOneByOrFail(WorkflowRun, { id: run.id })).toMatchObject({
      userId: run.userId,
      status: 'running',
      attempt: 1,
    });
  });
});
