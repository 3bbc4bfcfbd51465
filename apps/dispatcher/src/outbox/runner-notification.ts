import { Inject, Injectable } from '@nestjs/common';
import { type DeliveryErrorCode, notificationSecretContext } from '@switchyard/contracts';
import type { ClaimedMessage } from '@switchyard/database';
import type { Engine } from '@switchyard/engine';
import { OutboundClient } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { DispatcherConfig } from '../config.js';
import { LazySecretBox, DISPATCHER_CONFIG, ENGINE } from '../infrastructure/infrastructure.js';
import {
  type MessageSender,
  type Outcome,
  type Prepared,
  repairable,
  MESSAGE_RETRY,
  prepareRows,
} from './message-sender.js';
import { sendHttp, signedPost } from './http.js';
import { findHooks, type Hook } from './targets.repository.js';

/** Signed POSTs to the webhooks of runners, as the contract's `notification.ts` defines them. */
@Injectable()
export class RunnerNotification implements MessageSender {
  readonly name = 'runner_webhook';
  readonly parallel = 1;
  readonly retry = MESSAGE_RETRY;
  private readonly client: OutboundClient;

  constructor(
    private readonly dataSource: DataSource,
    private readonly secrets: LazySecretBox,
    @Inject(DISPATCHER_CONFIG) config: DispatcherConfig,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {
    this.client = new OutboundClient({ allow: config.SWITCHYARD_OUTBOUND_ALLOW });
  }

  prepare(messages: readonly ClaimedMessage[]): Promise<(Prepared | DeliveryErrorCode)[]> {
    return prepareRows(this.dataSource.manager, messages, findHooks, (message, hook) =>
      isOutdated(message, hook) ? 'outdated' : { send: (signal) => this.send(message, hook, signal) },
    );
  }

  tried(runnerId: number): void {
    this.engine.signals.runnersChanged([runnerId]);
  }

  private async send({ id, targetId, payload }: ClaimedMessage, hook: Hook, signal: AbortSignal): Promise<Outcome> {
    if (hook.secret === null) {
      return repairable('no_secret');
    }
    const secret = await this.secrets.tryOpenText(hook.secret, notificationSecretContext(targetId));
    return secret === undefined
      ? repairable('secret_unreadable')
      : sendHttp(this.client, { ...signedPost(hook.webhook, payload, { id, secret }), signal });
  }
}

/** A machine that is started late, for a task that another runner has, would be started for nothing. */
const isOutdated = ({ payload, tries }: ClaimedMessage, { taskStatus }: Hook): boolean =>
  payload['event'] === 'task.queued' && tries > 1 && taskStatus !== 'waiting' && taskStatus !== 'confirmed';
