import { Inject, Injectable } from '@nestjs/common';
import { commitProgressOf, CommitStatusFacts, type DeliveryErrorCode } from '@switchyard/contracts';
import type { ClaimedMessage } from '@switchyard/database';
import { DataSource } from 'typeorm';
import type { DispatcherConfig } from '../../config.js';
import { DISPATCHER_CONFIG } from '../../infrastructure/infrastructure.js';
import { taskLink } from './forge-api.js';
import { ForgeClient } from './forge-client.js';
import { type MessageSender, MESSAGE_RETRY, type Outcome, type Prepared, prepareRows } from '../message-sender.js';
import { statusRequest } from './status-requests.js';
import { findReported, type Reported } from '../targets.repository.js';

/** Reports the progress of tasks to the forges of their commits. */
@Injectable()
export class CommitStatus implements MessageSender {
  readonly name = 'commit_status';
  readonly parallel = 1;
  readonly retry = MESSAGE_RETRY;

  constructor(
    private readonly dataSource: DataSource,
    private readonly forges: ForgeClient,
    @Inject(DISPATCHER_CONFIG) private readonly config: DispatcherConfig,
  ) {}

  prepare(messages: readonly ClaimedMessage[]): Promise<(Prepared | DeliveryErrorCode)[]> {
    return prepareRows(this.dataSource.manager, messages, findReported, ({ payload }, reported) => {
      const facts = CommitStatusFacts.parse(payload);
      // A later state has a message of its own, which must not be overtaken.
      const now = reported.status && commitProgressOf(reported.status);
      return reported.isTaken || (now !== null && now !== facts.progress)
        ? 'outdated'
        : { send: (signal) => this.send(facts, reported, signal) };
    });
  }

  private send(facts: CommitStatusFacts, reported: Reported, signal: AbortSignal): Promise<Outcome> {
    const link = taskLink(this.config, facts);
    return this.forges.send(
      reported,
      { request: (page, login) => statusRequest(page, { facts, link, login }) },
      signal,
    );
  }
}
