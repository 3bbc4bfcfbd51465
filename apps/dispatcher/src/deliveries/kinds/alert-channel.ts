import { Injectable } from '@nestjs/common';
import { AlertChannelSecret, alertSecretContext, type DeliveryErrorCode } from '@switchyard/contracts';
import { AlertChannel as Channel, type ClaimedDelivery } from '@switchyard/database';
import { DataSource, In } from 'typeorm';
import { AlertSender } from '../alerts/alert-sender.js';
import { LazySecretBox } from '../../infrastructure/lazy-secret-box.js';
import type { DeliveryKind, Outcome, Prepared } from '../delivery-kind.js';
import { repairable } from '../repairable.js';
import { DELIVERY_RETRY } from '../try-end.js';

/** Alerts to the channels of projects. */
@Injectable()
export class AlertChannel implements DeliveryKind {
  readonly name = 'alert_channel';
  readonly parallel = 1;
  readonly retry = DELIVERY_RETRY;

  constructor(
    private readonly dataSource: DataSource,
    private readonly secrets: LazySecretBox,
    private readonly sender: AlertSender,
  ) {}

  async prepare(deliveries: readonly ClaimedDelivery[]): Promise<(Prepared | DeliveryErrorCode)[]> {
    const ids = deliveries.map(({ targetId }) => targetId);
    const channels = await this.dataSource.manager.findBy(Channel, { id: In(ids) });
    const byId = new Map(channels.map((channel) => [channel.id, channel]));
    return deliveries.map((delivery) => {
      const channel = byId.get(delivery.targetId);
      return channel && isWanted(delivery, channel)
        ? { send: (signal) => this.send(delivery, channel, signal) }
        : 'target_removed';
    });
  }

  private async send(delivery: ClaimedDelivery, channel: Channel, signal: AbortSignal): Promise<Outcome> {
    const { id, type, target, secret } = channel;
    const opened =
      secret === null ? '{"url":"","token":""}' : await this.secrets.tryOpenText(secret, alertSecretContext(id));
    if (opened === undefined) {
      return repairable('secret_unreadable');
    }
    return this.sender.send(delivery, { type, target, ...AlertChannelSecret.parse(JSON.parse(opened)) }, signal);
  }
}

/** A channel that was switched off gets nothing but what tries it. */
const isWanted = ({ payload }: ClaimedDelivery, { active }: Channel): boolean => active || payload['event'] === 'test';
