import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AccessChanges } from '../auth/access-changes.js';
import { ConsoleClients } from './console-clients.js';

/**
 * How long changes are gathered before consoles hear of them, in milliseconds: this process hears of its own twice, and
 * every replica that may be asked next has forgotten the old role by then.
 */
const GATHER_MS = 100;

/** Tells open consoles that what their user may do changed, or may have. */
@Injectable()
export class AccessNews implements OnModuleInit, OnModuleDestroy {
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
    this.timer ??= setTimeout(() => this.tell(), GATHER_MS);
  }

  private tell(): void {
    this.timer = undefined;
    this.console.sendAccessChanged(this.everybody ? null : new Set(this.users));
    this.everybody = false;
    this.users.clear();
  }
}
