import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CoalescedSet } from '@switchyard/concurrency';
import { AccessChanges } from '../../../auth/access/access-changes.js';
import { ConsoleClients } from '../console/console-clients.js';

/**
 * How long changes are gathered before they go out to consoles, in milliseconds: this process receives its own twice, and
 * every replica that may answer next has dropped the old role from its cache by then.
 */
const GATHER_MS = 100;
/** Stands for all users, who count from 1. */
const EVERY_USER = 0;

/** Sends a message to the open consoles of users whose rights changed, or may have. */
@Injectable()
export class AccessRelay implements OnModuleInit, OnModuleDestroy {
  private readonly users = new CoalescedSet<number>((ids) => this.send(ids), { gatherMs: GATHER_MS });
  private stop: (() => void) | undefined;

  constructor(
    private readonly changes: AccessChanges,
    private readonly console: ConsoleClients,
  ) {}

  onModuleInit(): void {
    this.stop = this.changes.onChange((userIds) => this.users.add(userIds ?? [EVERY_USER]));
  }

  onModuleDestroy(): Promise<void> {
    this.stop?.();
    return this.users.close();
  }

  private send(ids: ReadonlySet<number>): void {
    this.console.sendAccessChanged(ids.has(EVERY_USER) ? null : ids);
  }
}
