import { Inject, Injectable } from '@nestjs/common';
import type { DeliveryErrorCode } from '@switchyard/contracts';
import type { ClaimedMessage } from '@switchyard/database';
import type { Engine } from '@switchyard/engine';
import { DataSource } from 'typeorm';
import { ENGINE } from '../../infrastructure/infrastructure.js';
import type { MessageSender, Prepared } from '../message-sender.js';
import { findReceivers } from '../targets.repository.js';
import { AuditSender } from './audit-sender.js';

/** Tests of the receivers of the audit log: one try each. */
@Injectable()
export class AuditTest implements MessageSender {
  readonly name = 'audit_receiver';
  readonly parallel = 1;
  readonly retry = { tries: 1, pauseSeconds: { min: 5, max: 5 } };

  constructor(
    private readonly dataSource: DataSource,
    private readonly sender: AuditSender,
    @Inject(ENGINE) private readonly engine: { signals: Pick<Engine['signals'], 'deliveryListsChanged'> },
  ) {}

  tried(): void {
    this.engine.signals.deliveryListsChanged([{ projectId: null, of: 'audit' }]);
  }

  async prepare(messages: readonly ClaimedMessage[]): Promise<(Prepared | DeliveryErrorCode)[]> {
    const ids = messages.map(({ targetId }) => targetId);
    const rows = await findReceivers(this.dataSource.manager, ids);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return messages.map(({ id, targetId }) => {
      const receiver = byId.get(targetId);
      return receiver
        ? { send: (signal) => this.sender.send(receiver, { id, records: [], signal }) }
        : 'target_removed';
    });
  }
}
