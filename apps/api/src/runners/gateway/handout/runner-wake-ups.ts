import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { BusChannel } from '@switchyard/contracts';
import type { MessageBus } from '@switchyard/server';
import { BUS } from '../../../platform/infrastructure/tokens.js';
import { Waiters } from './waiters.js';

/** Wakes the long polls of this replica when the bus names their runner. */
@Injectable()
export class RunnerWakeUps implements OnModuleInit, OnModuleDestroy {
  readonly waiters = new Waiters();
  private readonly endings: (() => void)[] = [];

  constructor(@Inject(BUS) private readonly bus: MessageBus) {}

  onModuleInit(): void {
    this.endings.push(
      this.bus.subscribe(BusChannel.runner, (payload) => this.waiters.wake(payload.split(',').map(Number))),
      this.bus.onReconnect(() => this.waiters.wakeAll()),
    );
  }

  /** Polls are answered at once, so that a stop does not wait for them. */
  onModuleDestroy(): void {
    this.endings.forEach((end) => end());
    this.waiters.wakeAll();
  }
}
