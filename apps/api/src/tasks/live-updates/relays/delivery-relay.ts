import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CoalescedSet } from '@switchyard/concurrency';
import { BusChannel } from '@switchyard/contracts';
import type { MessageBus } from '@switchyard/server';
import { BUS } from '../../../platform/infrastructure/tokens.js';
import { ConsoleClients } from '../console/console-clients.js';

/** Shortest time between two messages to the consoles of this replica, in milliseconds: each fetches its list again. */
const PACE_MS = 500;

/** Sends a message to the consoles at this replica that show a list of deliveries which changed. */
@Injectable()
export class DeliveryRelay implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly lists = new CoalescedSet<string>(
    (lists) => lists.forEach((list) => this.console.sendDeliveriesChanged(list)),
    { pauseMs: () => PACE_MS, background: true },
  );

  private stops: (() => void)[] = [];

  constructor(
    private readonly console: ConsoleClients,
    @Inject(BUS) private readonly bus: MessageBus,
  ) {}

  onApplicationBootstrap(): void {
    this.stops = [
      this.bus.subscribe(BusChannel.delivery, (payload) => this.changed(payload)),
      this.bus.onReconnect(() => this.recheck()),
    ];
  }

  onModuleDestroy(): Promise<void> {
    this.stops.forEach((stop) => stop());
    return this.lists.close();
  }

  /** @param list as `deliveryMessage` names it */
  private changed(list: string): void {
    this.lists.add(this.console.watchedDeliveries().filter((watched) => watched === list));
  }

  /** Messages may have been missed. */
  private recheck(): void {
    this.lists.add(this.console.watchedDeliveries());
  }
}
