import { Inject, Injectable } from '@nestjs/common';
import { deliveryErrorText, MAX_LISTED_DELIVERIES, type RunnerDelivery } from '@switchyard/contracts';
import { findMessage, latestMessages, type OutboxMessage, sendAgain } from '@switchyard/database';
import type { Engine } from '@switchyard/engine';
import { DataSource } from 'typeorm';
import { badRequest, notFound } from '../platform/http/refusals.js';
import { ENGINE } from '../platform/infrastructure/tokens.js';
import type { RunnerScope } from './runner-scope.js';
import { RunnersService } from './runners.service.js';

const targetOf = (runnerId: number) => ({ kind: 'runner_webhook', targetId: runnerId }) as const;

/** Deliveries to the webhook of a runner, and their results. */
@Injectable()
export class RunnerDeliveries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly runners: RunnersService,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  /** The latest first. @throws 404 */
  async list(scope: RunnerScope, runnerId: number): Promise<RunnerDelivery[]> {
    await this.runners.read(scope, runnerId);
    const found = await latestMessages(this.dataSource, targetOf(runnerId), MAX_LISTED_DELIVERIES);
    return found.map(toWire);
  }

  /** @throws 404, 400 when it is not dead or the runner has no webhook */
  async sendAgain(scope: RunnerScope, runnerId: number, id: string): Promise<void> {
    const { webhook } = await this.runners.read(scope, runnerId);
    if (webhook === '') {
      throw badRequest('runner_no_webhook');
    }
    if (!(await sendAgain(this.dataSource, targetOf(runnerId), id))) {
      const known = await findMessage(this.dataSource, id, targetOf(runnerId));
      throw known ? badRequest('delivery_not_dead') : notFound();
    }
    this.engine.signals.messagesWritten();
  }
}

function toWire({ status, error, answerStatus, ...row }: OutboxMessage): RunnerDelivery {
  return {
    id: row.id,
    event: textOf(row.payload['event']),
    task_id: idOf(row.payload['task_id']),
    project_id: idOf(row.payload['project_id']),
    status,
    tries: row.tries,
    created: row.created.toISOString(),
    next_try: status === 'pending' ? row.nextTry.toISOString() : null,
    ended: row.ended?.toISOString() ?? null,
    error: error && { code: error, text: deliveryErrorText(error), status: answerStatus },
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const idOf = (value: unknown): number | null => (Number.isInteger(value) ? (value as number) : null);
