import { Inject, Injectable } from '@nestjs/common';
import { QueueName } from '@switchyard/contracts';
import { requireDatabase } from '@switchyard/database';
import { HealthRegistry, type MessageBus, type QueueBackend } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { BUS, QUEUE_BACKEND } from '../infrastructure/tokens.js';
import { Clock } from './clock.js';
import { SWEEP } from './duty-table.js';

/** A sweep that did not succeed for so long means that nothing is dispatched. */
const SILENT_MS = 30_000;

/** The parts that a dispatcher needs to do its work. */
@Injectable()
export class Readiness {
  constructor(
    @Inject(BUS) private readonly bus: MessageBus,
    @Inject(QUEUE_BACKEND) private readonly queues: QueueBackend,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  registry(): HealthRegistry {
    const registry = new HealthRegistry();
    registry.register('database', () => requireDatabase(this.dataSource));
    registry.register('bus', () => this.bus.ready);
    registry.register('queue', () => this.queues.queue(QueueName.dispatch).countWaiting());
    registry.register(SWEEP, async () => {
      if (this.clock.sinceSuccessMs(SWEEP) > SILENT_MS) {
        throw new Error('no sweep succeeded lately');
      }
    });
    return registry;
  }
}
