import { createGitRepository, type ScriptedTool, type TestGitRepository } from '@switchyard/testing';
import pg from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { createProject, createTemplate, type TestProject } from '../support/project.js';
import { createFleet, type FleetMember } from '../support/simulated-fleet.js';
import { TestStack } from '../support/stack.js';

const TAG = 'simulated';

export interface FleetSize {
  queue?: 'postgres' | 'redis';
  runners: number;
  slots: number;
  tool: ScriptedTool;
}

/** A running stack with simulated runners alone, and a template whose tasks they take. */
export interface FleetStack {
  stack: TestStack;
  client: ApiClient;
  database: pg.Client;
  project: TestProject;
  templateId: number;
  fleet: FleetMember[];
}

/** Starts it, lets `measure` work and ends it. */
export async function withFleet<T>(size: FleetSize, measure: (fleet: FleetStack) => Promise<T>): Promise<T> {
  const { queue = 'postgres', runners: count, slots, tool } = size;
  const stack = await TestStack.start({ queue, runners: 0, ownServer: true });
  let repository: TestGitRepository | undefined;
  let fleet: FleetMember[] = [];
  const database = new pg.Client({ connectionString: stack.postgres.url });
  try {
    await database.connect();
    const client = await stack.admin();
    repository = await createGitRepository({ 'run.sh': '' });
    const project = await createProject(client, repository.path);
    const template = { allow_parallel_tasks: true, runner_tag: TAG };
    const templateId = await createTemplate(client, project, template);
    fleet = await createFleet({ client, url: stack.address, count, slots, tag: TAG, tool: () => tool });
    return await measure({ stack, client, database, project, templateId, fleet });
  } finally {
    await Promise.all(fleet.map(({ runner }) => runner.stop()));
    await database.end();
    await stack.close();
    await repository?.remove();
  }
}
