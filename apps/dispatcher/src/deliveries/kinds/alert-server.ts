import { Inject, Injectable } from '@nestjs/common';
import {
  AlertFacts,
  type DeliveryErrorCode,
  type OpenChannel,
  serverChannels,
  serverTargetId,
} from '@switchyard/contracts';
import { type ClaimedDelivery, Project } from '@switchyard/database';
import { DataSource, In } from 'typeorm';
import { AlertSender } from '../alerts/alert-sender.js';
import type { DispatcherConfig } from '../../config.js';
import { DISPATCHER_CONFIG } from '../../infrastructure/tokens.js';
import type { DeliveryKind, Prepared } from '../delivery-kind.js';
import { DELIVERY_RETRY } from '../try-end.js';

/** Alerts to the channels that the settings name. A project may have a Telegram chat of its own. */
@Injectable()
export class AlertServer implements DeliveryKind {
  readonly name = 'alert_server';
  readonly parallel = 2;
  readonly retry = DELIVERY_RETRY;
  private readonly channels: ReadonlyMap<number, OpenChannel>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sender: AlertSender,
    @Inject(DISPATCHER_CONFIG) config: DispatcherConfig,
  ) {
    this.channels = new Map(serverChannels(config).map((channel) => [serverTargetId(channel.type), channel]));
  }

  async prepare(deliveries: readonly ClaimedDelivery[]): Promise<(Prepared | DeliveryErrorCode)[]> {
    const projectIds = deliveries.map(({ payload }) => AlertFacts.parse(payload).project.id);
    const projects = await this.dataSource.manager.find(Project, {
      select: { id: true, alertChat: true },
      where: { id: In(projectIds) },
    });
    const chats = new Map(projects.map(({ id, alertChat }) => [id, alertChat]));
    return deliveries.map((delivery, i) => this.prepared(delivery, chats.get(projectIds[i] ?? 0) ?? null));
  }

  private prepared(delivery: ClaimedDelivery, chat: string | null): Prepared | DeliveryErrorCode {
    const channel = this.channels.get(delivery.targetId);
    const target = channel?.type === 'telegram' ? (chat ?? channel.target) : channel?.target;
    if (channel === undefined || target === undefined || (channel.type === 'telegram' && target === '')) {
      return 'target_removed';
    }
    return { send: (signal) => this.sender.send(delivery, { ...channel, target }, signal) };
  }
}
