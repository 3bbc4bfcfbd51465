import { Inject, Injectable, Optional } from '@nestjs/common';
import {
  type AuditBatch,
  type AuditRecord,
  auditReceiverContext,
  DeliverySecret,
  syslogPlace,
} from '@switchyard/contracts';
import type { AuditReceiver } from '@switchyard/database';
import { OutboundClient, OutboundError, StreamClient } from '@switchyard/server';
import type { DispatcherConfig } from '../../config.js';
import { DISPATCHER_CONFIG, LazySecretBox } from '../../infrastructure/infrastructure.js';
import { sendHttp, signedPost } from '../http.js';
import { type Outcome, repairable } from '../message-sender.js';
import { syslogRecord, syslogTest } from './syslog-message.js';

/** Records on their way to a receiver; none = a test. */
export interface SentBatch {
  /** The same in every try. */
  id: string;
  records: readonly AuditRecord[];
  signal: AbortSignal;
}

/** Gives records the form of a receiver and sends them. */
@Injectable()
export class AuditSender {
  private readonly web: OutboundClient;
  private readonly streams: StreamClient;

  constructor(
    private readonly secrets: LazySecretBox,
    @Inject(DISPATCHER_CONFIG) {
      SWITCHYARD_OUTBOUND_ALLOW: allow,
    }: Pick<DispatcherConfig, 'SWITCHYARD_OUTBOUND_ALLOW'>,
    @Optional() streams?: StreamClient,
  ) {
    this.web = new OutboundClient({ allow });
    this.streams = streams ?? new StreamClient({ allow });
  }

  async send({ id, type, secret }: Pick<AuditReceiver, 'id' | 'type' | 'secret'>, batch: SentBatch): Promise<Outcome> {
    if (secret === null) {
      return repairable('no_secret');
    }
    const opened = await this.secrets.tryOpenText(secret, auditReceiverContext(id));
    if (opened === undefined) {
      return repairable('secret_unreadable');
    }
    const { url, token } = DeliverySecret.parse(JSON.parse(opened));
    return type === 'webhook' ? this.post(url, token, batch) : this.log(url, batch);
  }

  private post(url: string, token: string, { id, records, signal }: SentBatch): Promise<Outcome> {
    const body: AuditBatch = { event: records.length > 0 ? 'audit.records' : 'audit.test', records: [...records] };
    return sendHttp(this.web, { ...signedPost(url, body, { id, secret: token }), signal });
  }

  /** The protocol has no answer: what the connection took without an error counts as delivered. */
  private async log(url: string, { records, signal }: SentBatch): Promise<Outcome> {
    const place = syslogPlace(url);
    if (place === null) {
      return repairable('address');
    }
    const data = records.length > 0 ? records.map(syslogRecord) : [syslogTest()];
    try {
      await this.streams.send(place, Buffer.concat(data), signal);
      return { result: 'delivered', status: null, error: null, target: 'available' };
    } catch (error) {
      if (error instanceof OutboundError) {
        return repairable(error.fault);
      }
      throw error;
    }
  }
}
