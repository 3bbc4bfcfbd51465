import { Injectable } from '@nestjs/common';
import { commitProgressOf, CommitStatusFacts, type DeliveryErrorCode } from '@switchyard/contracts';
import type { ClaimedMessage } from '@switchyard/database';
import { taskLink } from './forge-api.js';
import { ForgeSender } from './forge-client.js';
import { type MessageSender, type Outcome, type Prepared, prepareRows } from '../message-sender.js';
import { reviewStatus } from './review-words.js';
import { statusRequest } from './status-requests.js';
import { findReported, type Reported } from '../targets.repository.js';

/** Reports the progress of tasks to the forges of their commits. */
@Injectable()
export class CommitStatus extends ForgeSender implements MessageSender {
  readonly name = 'commit_status';

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
    const { review, reviewer } = reported;
    const { progress } = facts;
    const words = review && progress !== 'approval' ? reviewStatus(progress, review, reviewer) : null;
    return this.forges.send(
      reported,
      { request: (page, login) => statusRequest(page, { facts, link, login, words }) },
      signal,
    );
  }
}
