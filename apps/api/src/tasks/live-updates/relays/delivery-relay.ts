import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CoalescedSet } from '@switchyard/concurrency';
import { ConsoleClients } from '../console/console-clients.js';

/** Shortest time between two messages to the consoles of this replica, in milliseconds: each fetches its list again. */
const PACE_MS = 500;

/** Sends a message to the consoles at this replica that show a list of deliveries which changed. */
@Injectable()
export class DeliveryRelay implements OnModuleDestroy {
  private readonly lists = new CoalescedSet<string>(
    (lists) => lists.forEach((list) => this.console.sendDeliveriesChanged(list)),
    { pauseMs: () => PACE_MS, background: true },
  );

  constructor(private readonly console: ConsoleClients) {}

  onModuleDestroy(): Promise<void> {
    return this.lists.close();
  }

  /** @param list as `deliveryMessage` names it */
  changed(list: string): void {
    this.lists.add(this.console.watchedDeliveries().filter((watched) => watched === list));
  }

  /** Messages may have been missed. */
  recheck(): void {
    this.lists.add(this.console.watchedDeliveries());
  }
}
