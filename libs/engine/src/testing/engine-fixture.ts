import type {
  AttemptLease,
  DeliveryChange,
  FinishRequest,
  LogGrowth,
  SentActivity,
  TaskStatus,
  TaskUpdate,
} from '@switchyard/contracts';
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Attempt, Event, PostgresBlobStore, type Runner, Task, type Template } from '@switchyard/database';
import { migratedDatabase, newProject, newRunner, newTask, newTemplate } from '@switchyard/database/testing';
import type { DataSource } from 'typeorm';
import { assignTasks } from '../dispatch/assign-tasks.js';
import { ProjectRotation } from '../dispatch/project-rotation.js';
import type { Blobs, Engine, Sealing, Signals } from '../ports.js';

/** Signals that are kept for a look. */
export class RecordedSignals implements Signals {
  updates: TaskUpdate[] = [];
  growth: LogGrowth = [];
  woken: number[] = [];
  changedRunners: number[] = [];
  dispatch: string[] = [];
  /** How often deliveries were announced. */
  deliveries = 0;
  /** Lists of deliveries that were announced. */
  lists: DeliveryChange[] = [];
  /** How often due times were announced that started nothing. */
  missed = 0;
  /** How often schedules were announced. */
  schedules = 0;
  /** How often listings of branches were announced. */
  listings = 0;
  /** How often the demo was announced. */
  demos = 0;
  /** How often deletions of projects were announced. */
  removals = 0;
  /** Users whose access was announced. */
  accesses: number[] = [];

  taskChanged = (update: TaskUpdate): number => this.updates.push(update);
  logGrew = (growth: LogGrowth): number => this.growth.push(...growth);
  runnersWoken = (ids: readonly number[]): number => this.woken.push(...ids);
  runnersChanged = (ids: readonly number[]): number => this.changedRunners.push(...ids);
  dispatchNeeded = (reason: string): number => this.dispatch.push(reason);
  messagesWritten = (): number => (this.deliveries += 1);
  deliveryListsChanged = (changes: readonly DeliveryChange[]): number => this.lists.push(...changes);
  alertsDue = (): number => (this.missed += 1);
  schedulesChanged = (): number => (this.schedules += 1);
  listingsEnded = (): number => (this.listings += 1);
  demoDue = (): number => (this.demos += 1);
  projectsDeleted = (): number => (this.removals += 1);
  accessChanged = (ids: readonly number[]): number => this.accesses.push(...ids);

  clear(): void {
    this.updates = [];
    this.growth = [];
    this.woken = [];
    this.changedRunners = [];
    this.dispatch = [];
    this.deliveries = 0;
    this.lists = [];
    this.missed = 0;
    this.schedules = 0;
    this.listings = 0;
    this.demos = 0;
    this.removals = 0;
    this.accesses = [];
  }
}

/** Keeps what is sealed readable, with its context. */
export const READABLE: Sealing = {
  seal: (text, context) => `${context} ${text}`,
  openText: (sealed, context) => sealed.slice(context.length + 1),
};

/** Blobs in the database, readable. */
export function readableBlobs(source: DataSource): Blobs {
  const store = new PostgresBlobStore(source, (key) => new Error(`no blob ${key}`));
  return {
    async put(prefix, content) {
      const key = `${prefix}/${randomUUID()}`;
      const bytes = await buffer(content);
      await store.put(key, Readable.from([bytes]));
      return { key, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    },
    get: (key) => store.get(key),
    list: (prefix) => store.list(prefix),
    delete: (keys) => store.delete(keys),
    requireOwner: () => store.requireOwner(),
    takeOver: (keys) => store.takeOver(keys),
  };
}

/** An engine on a database of its own, with questions that specs ask. */
export class EngineFixture {
  readonly signals = new RecordedSignals();
  readonly engine: Engine;

  private constructor(
    readonly source: DataSource,
    readonly drop: () => Promise<void>,
  ) {
    this.engine = { dataSource: source, signals: this.signals, secrets: READABLE, blobs: readableBlobs(source) };
  }

  static async open(poolSize?: number): Promise<EngineFixture> {
    const database = await migratedDatabase(poolSize);
    return new EngineFixture(database.dataSource, () => database.drop());
  }

  /** Removes every project and runner, with all they own. */
  async clear(): Promise<void> {
    await this.source.query('delete from project');
    await this.source.query('delete from runner');
    await this.source.query('delete from outbox_message');
    await this.source.query('delete from setting');
    this.signals.clear();
  }

  async template(row: Partial<Template> = {}): Promise<Template> {
    return newTemplate(this.source, { projectId: row.projectId ?? (await newProject(this.source)).id, ...row });
  }

  /** A runner with so many slots, and tasks of one template that may run at once, assigned as far as there are slots. */
  async busyRunner(slots: number, count: number): Promise<{ runner: Runner; template: Template; tasks: number[] }> {
    await this.clear();
    const runner = await newRunner(this.source, { maxParallelTasks: slots });
    const template = await this.template({ allowParallelTasks: true });
    const tasks: number[] = [];
    for (let i = 0; i < count; i++) {
      tasks.push((await newTask(this.source, template)).id);
    }
    await this.assign();
    return { runner, template, tasks };
  }

  /** Assigns all that can be assigned, and answers how many. */
  assign(): Promise<number> {
    return assignTasks(this.engine, new ProjectRotation());
  }

  task(id: number): Promise<Task> {
    return this.source.getRepository(Task).findOneByOrFail({ id });
  }

  async statuses(): Promise<TaskStatus[]> {
    return (await this.source.getRepository(Task).find({ order: { id: 'ASC' } })).map((task) => task.status);
  }

  newest({ id: templateId }: Pick<Template, 'id'>): Promise<Task> {
    return this.source.getRepository(Task).findOneOrFail({ where: { templateId }, order: { id: 'DESC' } });
  }

  /** The newest attempt of a task. */
  attempt(taskId: number): Promise<Attempt> {
    return this.source.getRepository(Attempt).findOneOrFail({ where: { taskId }, order: { number: 'DESC' } });
  }

  async lease(taskId: number): Promise<AttemptLease> {
    const { id, leaseId } = await this.attempt(taskId);
    return { attempt: id, lease: leaseId };
  }

  async report(taskId: number, report: Partial<FinishRequest> = {}): Promise<FinishRequest> {
    const lease = await this.lease(taskId);
    const end = {
      outcome: 'success' as const,
      exit_code: 0,
      signal: null,
      reason: null,
      problem: null,
      lines: 0,
      bytes: 0,
    };
    return { ...lease, ...end, ...report };
  }

  async events(): Promise<string[]> {
    const found = await this.source.getRepository(Event).find({ order: { id: 'ASC' } });
    return found.map((event) => event.description ?? '');
  }

  /** Codes and parameters of the activity log, oldest first. */
  async activities(): Promise<(SentActivity | null)[]> {
    const found = await this.source.getRepository(Event).find({ order: { id: 'ASC' } });
    return found.map(({ activity }) => activity);
  }

  /** Lets the leases of all living attempts run out. */
  async expireAll(): Promise<void> {
    await this.source.query(`update attempt set lease_until = now() - interval '1 s' where status <> 'ended'`);
  }
}
