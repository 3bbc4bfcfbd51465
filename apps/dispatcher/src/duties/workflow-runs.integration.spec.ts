import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { ROLE_PERMISSIONS } from '@switchyard/contracts';
import { Task, Workflow, WorkflowNode, WorkflowNodeRun, WorkflowRun } from '@switchyard/database';
import {
  migratedDatabase,
  newProject,
  newRunner,
  newTemplate,
  newUser,
  type MigratedDatabase,
} from '@switchyard/database/testing';
import {
  createSignals,
  decideApproval,
  type Engine,
  finishAttempt,
  startAttempt,
  startRun,
  stopRun,
} from '@switchyard/engine';
import { createBus, type MessageBus } from '@switchyard/server';
import { eventually } from '@switchyard/testing';
import { keptLog, startDispatcher } from '../testing/dispatcher-under-test.js';

const NODES = ['build', 'test', 'deploy', 'rescue'];
const END = { exit_code: 0, signal: null, reason: null, problem: null, lines: 0, bytes: 0 } as const;

describe('runs of workflows with two dispatchers', () => {
  let database: MigratedDatabase;
  let dispatchers: INestApplicationContext[];
  let bus: MessageBus;
  let engine: Engine;
  let projectId: number;
  let userId: number;
  let runnerId: number;
  let workflowId: number;

  const startTwo = async () => {
    const settings = { SWITCHYARD_DATABASE_URL: database.url };
    dispatchers = [await startDispatcher(settings), await startDispatcher(settings)];
  };
  const stopAll = () => Promise.all(dispatchers.splice(0).map((each) => each.close()));

  beforeAll(async () => {
    database = await migratedDatabase();
    bus = createBus({ databaseUrl: database.url, logger: keptLog().logger });
    await bus.ready;
    const silent = { request: () => undefined };
    const unused = () => Promise.reject(new Error('no blob is used here'));
    engine = {
      dataSource: database.dataSource,
      signals: createSignals(bus, silent, silent),
      secrets: { seal: (text) => text, openText: (text) => text },
      blobs: {
        put: unused,
        get: unused,
        list: unused,
        delete: unused,
        requireOwner: unused,
        takeOver: unused,
      } as never,
    };
  });
  afterAll(async () => {
    await bus.close();
    await database.drop();
  });
  beforeEach(async () => {
    const { dataSource } = database;
    projectId = (await newProject(dataSource)).id;
    userId = (await newUser(dataSource)).id;
    runnerId = (await newRunner(dataSource, { maxParallelTasks: 50, projectId })).id;
    const { manager } = dataSource;
    const edges = [
      { from: 'build', to: 'test', on: 'success' as const },
      { from: 'test', to: 'ok', on: 'success' as const },
      { from: 'ok', to: 'deploy', on: 'success' as const },
      { from: 'test', to: 'rescue', on: 'failure' as const },
    ];
    workflowId = (await manager.save(manager.create(Workflow, { projectId, name: 'w', edges }))).id;
    await manager.insert(WorkflowNode, {
      projectId,
      workflowId,
      node: 'ok',
      kind: 'approval',
      role: 'manager',
      fourEyes: true,
    });
    for (const node of NODES) {
      const { id: templateId } = await newTemplate(dataSource, { projectId, name: node, allowParallelTasks: true });
      await manager.insert(WorkflowNode, { projectId, workflowId, node, kind: 'template', templateId });
    }
    await startTwo();
  });
  afterEach(async () => {
    await stopAll();
    await database.dataSource.query('delete from project');
    await database.dataSource.query('delete from runner');
  });

  const start = () => startRun(engine, { projectId, workflowId, userId, message: '' });

  /** Waits until a runner has the task of a node. */
  async function held(runId: number, node: string): Promise<{ task: number; attempt: number; lease: string }> {
    let found: { task: number; attempt: number; lease: string }[] = [];
    await eventually(async () => {
      found = await database.dataSource.query(
        `select n.task_id as task, a.id as attempt, a.lease_id as lease from workflow_node_run n
           join attempt a on a.task_id = n.task_id and a.status = 'starting' where n.run_id = $1 and n.node = $2`,
        [runId, node],
      );
      expect(found).toHaveLength(1);
    });
    return found[0] as { task: number; attempt: number; lease: string };
  }

  async function finish(runId: number, node: string, outcome: 'success' | 'error' = 'success'): Promise<void> {
    const { attempt, lease } = await held(runId, node);
    await startAttempt(engine, runnerId, { attempt, lease });
    await finishAttempt(engine, runnerId, { ...END, attempt, lease, outcome });
  }

  const reaches = (runId: number, node: string, status: string) =>
    eventually(async () => {
      const found = await database.dataSource.manager.findOneByOrFail(WorkflowNodeRun, { runId, node });
      expect(found.status).toBe(status);
    });

  const ends = (runId: number, status: string) =>
    eventually(async () => {
      expect((await database.dataSource.manager.findOneByOrFail(WorkflowRun, { id: runId })).status).toBe(status);
    });

  const approve = async (runId: number) => {
    const by = { userId: (await newUser(database.dataSource)).id, permissions: ROLE_PERMISSIONS.manager };
    await decideApproval(engine, { projectId, runId, node: 'ok', by, approves: true, reason: '' });
  };

  const countTasks = () => database.dataSource.manager.countBy(Task, { projectId });

  it('should build, test, ask and deploy, each once', async () => {
    const runIds = await Promise.all(Array.from({ length: 5 }, start));
    await Promise.all(
      runIds.map(async (runId) => {
        await finish(runId, 'build');
        await finish(runId, 'test');
        await reaches(runId, 'ok', 'waiting');
        await approve(runId);
        await finish(runId, 'deploy');
        await ends(runId, 'success');
      }),
    );
    expect(await countTasks()).toBe(3 * runIds.length);
  });

  it('should take the branch for failures', async () => {
    const runId = await start();
    await finish(runId, 'build');
    await finish(runId, 'test', 'error');
    await finish(runId, 'rescue');
    await ends(runId, 'success');
    expect(await countTasks()).toBe(3);
  });

  it('should go on where it was, when tasks ended while no dispatcher was at work', async () => {
    const runId = await start();
    const { attempt, lease } = await held(runId, 'build');
    await stopAll();
    await startAttempt(engine, runnerId, { attempt, lease });
    await finishAttempt(engine, runnerId, { ...END, attempt, lease, outcome: 'success' });
    await startTwo();
    await finish(runId, 'test');
    await reaches(runId, 'ok', 'waiting');
    expect(await countTasks()).toBe(2);
  });

  it('should stop what lives, and end with it', async () => {
    const runId = await start();
    const { attempt, lease } = await held(runId, 'build');
    await stopRun(engine, { projectId, runId, userId });
    await finishAttempt(engine, runnerId, { ...END, attempt, lease, outcome: 'stopped' });
    await ends(runId, 'stopped');
    expect(await countTasks()).toBe(1);
  });
});
