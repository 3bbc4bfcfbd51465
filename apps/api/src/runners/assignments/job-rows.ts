import { effectiveApp } from '@switchyard/contracts';
import {
  AccessKey,
  App,
  Attempt,
  Environment,
  EnvironmentSecret,
  entityOf,
  GitRepository,
  Inventory,
  Task,
  TaskPlan,
  Template,
  TemplateVault,
  User,
} from '@switchyard/database';
import type { DataSource, ObjectLiteral } from 'typeorm';
import { findJobRows, type JobRow, type JobRowKind } from './job-rows.repository.js';

/** The rows of the jobs of some tasks, by their ids; those that tasks share are there once. */
export interface JobRows {
  tasks: ReadonlyMap<number, Task>;
  /** The living attempts, by task. */
  attempts: ReadonlyMap<number, Attempt>;
  templates: ReadonlyMap<number, Template>;
  users: ReadonlyMap<number, Pick<User, 'id' | 'username'>>;
  /** By task, where one was decided about. */
  plans: ReadonlyMap<number, Pick<TaskPlan, 'sha256' | 'size'>>;
  environments: ReadonlyMap<number, Environment>;
  secrets: readonly EnvironmentSecret[];
  apps: ReadonlyMap<string, App>;
  /** In the order of their ids. */
  vaults: readonly TemplateVault[];
  inventories: ReadonlyMap<number, Inventory>;
  repositories: ReadonlyMap<number, GitRepository>;
  keys: ReadonlyMap<number, AccessKey>;
}

export async function readJobRows(source: DataSource, taskIds: readonly number[]): Promise<JobRows> {
  const rows = await findJobRows(source, taskIds, effectiveApp(''));
  const of = (kind: JobRowKind): JobRow[] => rows.filter((each) => each.kind === kind);
  const entities = <E extends ObjectLiteral>(kind: JobRowKind, target: new () => E): E[] =>
    of(kind).map(({ row, content }) =>
      entityOf(source, target, content === null ? row : { ...row, inventory: content }),
    );
  return {
    tasks: byId(entities('task', Task)),
    attempts: new Map(entities('attempt', Attempt).map((attempt) => [attempt.taskId, attempt])),
    templates: byId(entities('template', Template)),
    users: byId(entities('user', User)),
    plans: new Map(entities('plan', TaskPlan).map((plan) => [plan.taskId, plan])),
    environments: byId(entities('environment', Environment)),
    secrets: entities('secret', EnvironmentSecret),
    apps: byId(entities('app', App)),
    vaults: entities('vault', TemplateVault).sort((one, other) => one.id - other.id),
    inventories: byId(entities('inventory', Inventory)),
    repositories: byId(entities('repository', GitRepository)),
    keys: byId(entities('key', AccessKey)),
  };
}

const byId = <K, E extends { id: K }>(all: readonly E[]): Map<K, E> => new Map(all.map((each) => [each.id, each]));
