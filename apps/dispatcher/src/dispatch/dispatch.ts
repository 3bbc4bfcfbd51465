import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { asLongAsRun, CoalescedWork } from '@switchyard/concurrency';
import { BusChannel, QueueName, type DispatchJob } from '@switchyard/contracts';
import { assignTasks, ProjectRotation, type Engine, explainWaiting } from '@switchyard/engine';
import type { Logger, MessageBus, QueueBackend, QueueWorker } from '@switchyard/server';
import { ENGINE, LOGGER, BUS, QUEUE_BACKEND } from '../infrastructure/infrastructure.js';

/** Shortest time between two rounds: people need no faster updates. */
const PAUSE_MS = 300;
/** A pause is at least so many times as long as the round before it, so that a long queue costs the database little. */
const PAUSE_FACTOR = 20;

/** Keeps the waiting reasons up to date, soon after each drain but never at its expense. */
@Injectable()
export class WaitingReasons implements OnModuleDestroy {
  private readonly rounds = new CoalescedWork(() => this.round(), {
    gatherMs: PAUSE_MS,
    pauseMs: ({ workedMs }) => PAUSE_FACTOR * workedMs,
  });

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Requests a round. Returns at once. */
  request(): void {
    void this.rounds.run();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.close();
  }

  private async round(): Promise<void> {
    try {
      await explainWaiting(this.engine);
    } catch (error) {
      this.logger.warn({ err: error }, 'The waiting reasons could not be written');
    }
  }
}

/** Drains of this process. */
@Injectable()
export class Drain extends CoalescedWork {
  constructor(@Inject(ENGINE) engine: Engine) {
    const rotation = new ProjectRotation();
    super(() => assignTasks(engine, rotation), { pauseMs: asLongAsRun });
  }
}

/** Assigns all that can be assigned, then has the waiting reasons of the rest updated. */
@Injectable()
export class Dispatch {
  constructor(
    private readonly drain: Drain,
    private readonly reasons: WaitingReasons,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Fulfilled when a drain that began after the call has assigned all it could. */
  async run(): Promise<void> {
    await this.drain.run();
    this.reasons.request();
  }

  /** Requests a run and returns at once; the sweep makes up for a failure. */
  request(): void {
    this.run().catch((error: unknown) => this.logger.error({ err: error }, 'Waiting tasks could not be assigned'));
  }

  /** Fulfilled when every requested run has ended. */
  settled(): Promise<void> {
    return this.drain.settled();
  }
}

/**
 * Dispatches for every `dispatch` message of the bus, and for those of the queue, which come a moment later for the case that
 * the bus has lost one. A message is done as soon as it is received, so that all that come during a drain share the next one.
 */
@Injectable()
export class DispatchWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: QueueWorker | undefined;
  private endings: (() => void)[] = [];

  constructor(
    @Inject(QUEUE_BACKEND) private readonly queues: QueueBackend,
    @Inject(BUS) private readonly bus: MessageBus,
    private readonly dispatch: Dispatch,
  ) {}

  onApplicationBootstrap(): void {
    const request = (): void => this.dispatch.request();
    this.endings = [this.bus.subscribe(BusChannel.dispatch, request), this.bus.onReconnect(request)];
    this.worker = this.queues.worker<DispatchJob>(QueueName.dispatch, async () => this.dispatch.request());
  }

  async onModuleDestroy(): Promise<void> {
    this.endings.forEach((end) => end());
    await this.worker?.close();
    await this.dispatch.settled();
  }
}
