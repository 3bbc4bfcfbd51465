import { Injectable } from '@nestjs/common';
import { Template } from '@switchyard/database';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { MAX_ANSWER_BYTES, MAX_KEPT_TASK_BYTES } from '../platform/bounds.js';
import { findOwned } from '../platform/database/owned-rows.repository.js';
import { ByteBudget } from '../platform/http/byte-budget.js';
import type { TaskListFilter } from './task-pages.repository.js';
import { findListedTasks, findTaskStatusRows } from './task.repository.js';

interface KeptTask {
  state: string;
  json: Buffer;
}

const [OPEN, COMMA, CLOSE] = ['[', ',', ']'].map((mark) => Buffer.from(mark)) as [Buffer, Buffer, Buffer];

/**
 * Lists of tasks as JSON. Most tasks of a list have ended and are read all day, so what was written of one is kept and sent
 * again as long as the database names the same state of it; each list reads the states again.
 */
@Injectable()
export class ListedTasks {
  private readonly kept = new LRUCache<number, KeptTask>({
    maxSize: MAX_KEPT_TASK_BYTES,
    sizeCalculation: ({ state, json }) => state.length + json.length,
  });

  constructor(private readonly dataSource: DataSource) {}

  /** As {@link list}, of one template; 404 when it is of another project. */
  async listOfTemplate(filter: TaskListFilter & { templateId: number }): Promise<Buffer> {
    await findOwned(this.dataSource.manager, Template, filter.projectId, filter.templateId);
    return this.list(filter);
  }

  /** Newest first. A list with many bytes ends before its limit: `before` goes on, and `after` for a list that has it. */
  async list(filter: TaskListFilter): Promise<Buffer> {
    const states = await findTaskStatusRows(this.dataSource.manager, filter);
    const known = new Map<number, Buffer>();
    for (const { id, state } of states) {
      const task = this.kept.get(id);
      if (task?.state === state) {
        known.set(id, task.json);
      }
    }
    const changed = states.flatMap(({ id }) => (known.has(id) ? [] : [id]));
    const read = changed.length === 0 ? new Map<number, Buffer>() : await this.read(changed);
    const listed = states.flatMap(({ id }) => known.get(id) ?? read.get(id) ?? []);
    return arrayOf(filter.after === undefined ? withinAnswer(listed) : withinAnswer(listed.toReversed()).toReversed());
  }

  /** A task that builds on another one shows that too, which its state does not name. */
  private async read(ids: readonly number[]): Promise<Map<number, Buffer>> {
    const found = new Map<number, Buffer>();
    for (const { state, task } of await findListedTasks(this.dataSource.manager, ids)) {
      const json = Buffer.from(JSON.stringify(task));
      found.set(task.id, json);
      if (task.build_task_id === null) {
        this.kept.set(task.id, { state, json });
      }
    }
    return found;
  }
}

function withinAnswer(tasks: readonly Buffer[]): readonly Buffer[] {
  const budget = new ByteBudget(MAX_ANSWER_BYTES);
  const end = tasks.findIndex(({ length }) => !budget.admits(length + COMMA.length));
  return end < 0 ? tasks : tasks.slice(0, end);
}

const arrayOf = (parts: readonly Buffer[]): Buffer =>
  Buffer.concat([OPEN, ...parts.flatMap((part, i) => (i === 0 ? [part] : [COMMA, part])), CLOSE]);
