import type { MigrationInterface, QueryRunner } from 'typeorm';
import { accessTables } from './create-schema/access-tables.js';
import { executionTables } from './create-schema/execution-tables.js';
import { logTables } from './create-schema/log-tables.js';
import { resourceTables } from './create-schema/resource-tables.js';
import { taskTables } from './create-schema/task-tables.js';

/** The first schema: people, projects and their resources, tasks, attempts, logs, runners. */
export class CreateSchema1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [accessTables, resourceTables, executionTables, taskTables, logTables]) {
      await runner.query(sql);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table log_chunk, attempt_log, attempt, task, event, runner, setting, template_vault, inventory, template,
        environment_secret, environment, git_repository, access_key, project_member, api_token, session, project, "user";
      drop function delete_log_chunks;
    `);
  }
}
