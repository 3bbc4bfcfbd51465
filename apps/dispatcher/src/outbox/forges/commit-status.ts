import { Inject, Injectable } from '@nestjs/common';
import { commitProgressOf, CommitStatusFacts, type DeliveryErrorCode, forgePage } from '@switchyard/contracts';
import type { ClaimedMessage } from '@switchyard/database';
import { OutboundClient } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { DispatcherConfig } from '../../config.js';
import { LazySecretBox, DISPATCHER_CONFIG } from '../../infrastructure/infrastructure.js';
import { openLogin, taskLink } from './forge-api.js';
import { sendHttp } from '../http.js';
import {
  type MessageSender,
  MESSAGE_RETRY,
  type Outcome,
  type Prepared,
  repairable,
  prepareRows,
} from '../message-sender.js';
import { statusRequest } from './status-requests.js';
import { findReported, type Reported } from '../targets.repository.js';

/** Reports the progress of tasks to the forges of their commits. */
@Injectable()
export class CommitStatus implements MessageSender {
  readonly name = 'commit_status';
  readonly parallel = 1;
  readonly retry = MESSAGE_RETRY;
  private readonly client: OutboundClient;

  constructor(
    private readonly dataSource: DataSource,
    private readonly secrets: LazySecretBox,
    @Inject(DISPATCHER_CONFIG) private readonly config: DispatcherConfig,
  ) {
    this.client = new OutboundClient({ allow: config.SWITCHYARD_OUTBOUND_ALLOW });
  }

  prepare(messages: readonly ClaimedMessage[]): Promise<(Prepared | DeliveryErrorCode)[]> {
    return prepareRows(this.dataSource.manager, messages, findReported, ({ payload }, reported) => {
      const facts = CommitStatusFacts.parse(payload);
      // A later state has a message of its own, which must not be overtaken.
      const now = reported.status && commitProgressOf(reported.status);
      return now !== null && now !== facts.progress
        ? 'outdated'
        : { send: (signal) => this.send(facts, reported, signal) };
    });
  }

  private async send(facts: CommitStatusFacts, reported: Reported, signal: AbortSignal): Promise<Outcome> {
    const login = await openLogin(this.secrets, reported);
    if (typeof login === 'string') {
      return repairable(login);
    }
    const page = forgePage(reported);
    const request = page && statusRequest(page, { facts, link: taskLink(this.config, facts), login });
    return request ? sendHttp(this.client, { ...request, signal }) : repairable('address');
  }
}
