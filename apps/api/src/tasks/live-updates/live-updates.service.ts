import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { BusChannel, LogGrowth, projectOfTaskMessage, readTaskMessage, WorkspaceChange } from '@switchyard/contracts';
import type { MessageBus } from '@switchyard/server';
import { AccessChanges } from '../../auth/access/access-changes.js';
import { BUS } from '../../platform/infrastructure/tokens.js';
import { ConsoleClients } from './console/console-clients.js';
import { LogFeeds } from './log-feeds/log-feeds.js';
import { OpenLines } from './log-feeds/open-lines.js';
import { PlainClients } from './plain/plain-clients.js';

/** Carries bus messages about tasks and their logs to the live connections of this replica. */
@Injectable()
export class LiveUpdates implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(LiveUpdates.name);
  private readonly stops: (() => void)[] = [];

  constructor(
    @Inject(BUS) private readonly bus: MessageBus,
    private readonly console: ConsoleClients,
    private readonly plain: PlainClients,
    private readonly feeds: LogFeeds,
    private readonly openLines: OpenLines,
    private readonly accessChanges: AccessChanges,
  ) {}

  onApplicationBootstrap(): void {
    this.feeds.onBatch((projectId, batch) => {
      this.console.sendLog(batch);
      this.plain.sendLog(projectId, batch);
    });
    this.stops.push(
      this.bus.subscribe(BusChannel.task, (payload) => this.onTask(payload)),
      this.bus.subscribe(BusChannel.log, (payload) => this.onLog(payload)),
      this.bus.subscribe(BusChannel.openLine, (payload) => this.console.sendOpenLine(this.openLines.receive(payload))),
      this.bus.subscribe(BusChannel.workspace, (payload) => this.onWorkspace(payload)),
      this.bus.onReconnect(() => this.settle(this.feeds.recheck())),
      this.accessChanges.onChange((userIds) => this.recheck(userIds && new Set(userIds))),
    );
  }

  beforeApplicationShutdown(): void {
    this.stops.forEach((stop) => stop());
    this.plain.close();
  }

  private onTask(payload: string): void {
    const projectId = projectOfTaskMessage(payload);
    if (!this.console.watchesProject(projectId) && !this.plain.watches(projectId)) {
      return;
    }
    const update = readTaskMessage(payload);
    this.console.sendUpdate(update);
    this.plain.sendUpdate(update);
  }

  private onLog(payload: string): void {
    const growth = LogGrowth.parse(JSON.parse(payload));
    this.openLines.grew(growth);
    const watched = (projectId: number, taskId: number): boolean =>
      this.console.watchesTask(taskId) || this.plain.watches(projectId);
    this.settle(this.feeds.grew(growth, watched));
  }

  private onWorkspace(payload: string): void {
    this.console.sendWorkspaceChanged(WorkspaceChange.parse(JSON.parse(payload)));
  }

  private recheck(userIds: ReadonlySet<number> | null): void {
    this.settle(this.console.recheck(userIds));
    this.settle(this.plain.recheck(userIds));
  }

  private settle(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.log.warn(`live updates: ${String(error)}`));
  }
}
