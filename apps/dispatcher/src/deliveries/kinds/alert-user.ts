import { Injectable } from '@nestjs/common';
import type { DeliveryErrorCode } from '@switchyard/contracts';
import type { ClaimedDelivery } from '@switchyard/database';
import { DataSource } from 'typeorm';
import { AlertSender } from '../alerts/alert-sender.js';
import type { DeliveryKind, Prepared } from '../delivery-kind.js';
import { DELIVERY_RETRY } from '../try-end.js';
import { findMailedMembers } from './alert-user.repository.js';

/** Alerts by mail to members who want them. */
@Injectable()
export class AlertUser implements DeliveryKind {
  readonly name = 'alert_user';
  readonly parallel = 1;
  readonly retry = DELIVERY_RETRY;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sender: AlertSender,
  ) {}

  async prepare(deliveries: readonly ClaimedDelivery[]): Promise<(Prepared | DeliveryErrorCode)[]> {
    const found = await findMailedMembers(
      this.dataSource.manager,
      deliveries.map(({ id }) => id),
    );
    const members = new Map(found.map((member) => [member.n, member]));
    return deliveries.map((delivery, i) => {
      const member = members.get(i + 1);
      return member === undefined
        ? 'target_removed'
        : { send: (signal) => this.sender.sendToMember(delivery, member, signal) };
    });
  }
}
