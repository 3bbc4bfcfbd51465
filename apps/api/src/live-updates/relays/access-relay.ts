import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AccessChanges } from '../../auth/access/access-changes.js';
import { ConsoleClients } from '../console/console-clients.js';

/**
 * How long changes are gathered before they go out to consoles, in milliseconds: this process receives its own twice, and
 * every replica that may answer next has dropped the old role from its cache by then.
 */
const GATHER_MS = 100;

/** Sends a message to the open consoles of users whose rights changed, or may have. */
@Injectable()
export class AccessRelay implements OnModuleInit, OnModuleDestroy {
  private readonly users = new Set<number>();
  private everybody = false;
  private timer: NodeJS.Timeout | undefined;
  private stop: (() => void) | undefined;

  constructor(
    private readonly changes: AccessChanges,
    private readonly console: ConsoleClients,
  ) {}

  onModuleInit(): void {
    this.stop = this.changes.onChange((userIds) => this.gather(userIds));
  }

  onModuleDestroy(): void {
    this.stop?.();
    clearTimeout(this.timer);
  }

  private gather(userIds: readonly number[] | null): void {
    this.everybody ||= userIds === null;
    userIds?.forEach((id) => this.users.add(id));
    this.timer ??= setTimeout(() => this.send(), GATHER_MS);
  }

  private send(): void {
    this.timer = undefined;
    this.console.sendAccessChanged(this.everybody ? null : new Set(this.users));
    this.everybody = false;
    this.users.clear();
  }
}
