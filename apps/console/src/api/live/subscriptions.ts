import {
  RealtimeEvent,
  type LogBatch,
  type OpenLine,
  type TaskUpdate,
  type WatchDeliveries,
  type WatchProject,
  type WatchRunners,
  type WatchTask,
  type WorkspaceChange,
} from '@switchyard/contracts';
import type { Connection } from './connection.js';
import { Listeners, type Unsubscribe } from './listeners.js';
import { Watch } from './watch.js';

/** Events of the log that is watched. */
export interface LogListener {
  onBatch: (batch: LogBatch) => void;
  onOpenLine: (open: OpenLine) => void;
}

/** A listener of one scope of runners. */
interface RunnersListener {
  scope: number | null;
  call: () => void;
}

/**
 * Subscriptions of the parts of the page at the server. They are sent again after each loss of the connection, because a new
 * connection watches nothing.
 */
export class Subscriptions {
  /** Called after each reconnect, when updates may have been missed. */
  readonly missed = new Listeners();
  /** Called when access to the watched project ended. */
  readonly gone = new Listeners();
  private readonly accessChanges = new Listeners();
  private readonly updates = new Listeners<[TaskUpdate]>();
  private readonly batches = new Listeners<[LogBatch]>();
  private readonly openLines = new Listeners<[OpenLine]>();
  private readonly deliveryChanges = new Listeners();
  private readonly workspaceChanges = new Listeners<[WorkspaceChange]>();
  private readonly runnersListeners = new Set<RunnersListener>();

  private readonly watchedProject: Watch<NonNullable<WatchProject>>;
  private readonly watchedTask: Watch<NonNullable<WatchTask>>;
  private readonly watchedRunners: Watch<NonNullable<WatchRunners>>;
  private readonly watchedDeliveries: Watch<NonNullable<WatchDeliveries>>;

  constructor(private readonly connection: Connection) {
    this.watchedProject = new Watch(connection, RealtimeEvent.watchProject);
    this.watchedTask = new Watch(connection, RealtimeEvent.watchTask);
    // Changes before the server began to watch are not reported, so listeners look once when it has.
    this.watchedRunners = new Watch(connection, RealtimeEvent.watchRunners, () => this.callRunnersListeners());
    this.watchedDeliveries = new Watch(connection, RealtimeEvent.watchDeliveries, () => this.deliveryChanges.call());
    connection.connects.add((again) => this.watchAgain(again));
    connection.on(RealtimeEvent.gone, () => this.gone.call());
    connection.on(RealtimeEvent.access, () => this.accessChanges.call());
    connection.on<TaskUpdate>(RealtimeEvent.task, (update) => this.updates.call(update));
    connection.on<LogBatch>(RealtimeEvent.log, (batch) => this.batches.call(batch));
    connection.on<OpenLine>(RealtimeEvent.openLine, (open) => this.openLines.call(open));
    connection.on(RealtimeEvent.behind, () => this.watchedTask.send());
    connection.on(RealtimeEvent.runners, () => this.callRunnersListeners());
    connection.on<WorkspaceChange>(RealtimeEvent.workspace, (change) => this.workspaceChanges.call(change));
    connection.on(RealtimeEvent.deliveries, () => this.deliveryChanges.call());
  }

  /** Task updates of one project; a later call watches that project instead. */
  project(projectId: number, listener: (update: TaskUpdate) => void): Unsubscribe {
    return both(this.updates.add(listener), this.watchedProject.start({ project_id: projectId }));
  }

  /**
   * New lines of one task from line `next` (0-based) on, and its last line while that has no end. `next` moves with every
   * batch, so a reconnect leaves no gap.
   */
  taskLog(projectId: number, taskId: number, next: number, { onBatch, onOpenLine }: LogListener): Unsubscribe {
    const mine = { project_id: projectId, task_id: taskId, next };
    const endBatches = this.batches.add((batch) => {
      if (batch.task_id === taskId) {
        mine.next = batch.first + batch.lines.length;
        onBatch(batch);
      }
    });
    const endOpenLines = this.openLines.add((open) => open.task_id === taskId && onOpenLine(open));
    return both(both(endBatches, endOpenLines), this.watchedTask.start(mine));
  }

  /**
   * Called when runners that serve the project changed, or with `null` any runner of the installation, or what they have to
   * do, or when either may have; a later call for others watches those instead until it ends.
   */
  runners(projectId: number | null, call: () => void): Unsubscribe {
    const listener = { scope: projectId, call };
    this.runnersListeners.add(listener);
    if (this.watchedRunners.body?.project_id !== projectId) {
      this.watchedRunners.start({ project_id: projectId });
    }
    return () => {
      this.runnersListeners.delete(listener);
      this.leaveRunners(projectId);
    };
  }

  /** Called when a list of deliveries of the project changed; a later call watches that list instead. */
  deliveries(list: NonNullable<WatchDeliveries>, listener: () => void): Unsubscribe {
    return both(this.deliveryChanges.add(listener), this.watchedDeliveries.start({ ...list }));
  }

  /** Called when a state of the watched project or its lock changed, apart from what the end of a task frees. */
  workspaces(listener: (change: WorkspaceChange) => void): Unsubscribe {
    return this.workspaceChanges.add(listener);
  }

  /** Called when a role or flag of the user, or the list of their projects, may have changed. */
  access(listener: () => void): Unsubscribe {
    this.connection.open();
    return this.accessChanges.add(listener);
  }

  /** Nothing is watched any more; for a connection that is closed. */
  forget(): void {
    this.watches.forEach((watch) => watch.forget());
  }

  private get watches() {
    return [this.watchedProject, this.watchedTask, this.watchedRunners, this.watchedDeliveries];
  }

  private watchAgain(again: boolean): void {
    this.watches.forEach((watch) => watch.send());
    if (again) {
      this.missed.call();
    }
  }

  private callRunnersListeners(): void {
    const scope = this.watchedRunners.body?.project_id;
    this.runnersListeners.forEach((listener) => listener.scope === scope && listener.call());
  }

  /** Watches what the latest of the listeners that are left wants, when nobody wants this any more. */
  private leaveRunners(projectId: number | null): void {
    const left = [...this.runnersListeners];
    if (this.watchedRunners.body?.project_id === projectId && !left.some(({ scope }) => scope === projectId)) {
      const before = left.at(-1);
      this.watchedRunners.replace(before ? { project_id: before.scope } : null);
    }
  }
}

const both = (one: Unsubscribe, other: Unsubscribe) => (): void => {
  one();
  other();
};
