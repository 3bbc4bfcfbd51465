import { Inject, Injectable } from '@nestjs/common';
import { commitProgressOf, type DeliveryErrorCode, forgePage, PullRequestCommentFacts } from '@switchyard/contracts';
import type { ClaimedMessage } from '@switchyard/database';
import { OutboundClient } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { DispatcherConfig } from '../../config.js';
import { LazySecretBox } from '../../infrastructure/lazy-secret-box.js';
import { DISPATCHER_CONFIG } from '../../infrastructure/tokens.js';
import { openLogin } from './forge-login.js';
import { taskLink } from './task-link.js';
import { sendHttp } from '../http.js';
import { type MessageSender, MESSAGE_RETRY, type Outcome, type Prepared, repairable } from '../message-sender.js';
import { prepareRows } from '../prepare-rows.js';
import { type CommentRequest, commentRequest } from './comment-requests.js';
import { commentText } from '../pull-requests/comment-text.js';
import { type Commented, findCommented, forgetComment, keepComment } from '../pull-requests/commented.repository.js';

/** The forge has no such comment any more. */
const DELETED: readonly (number | null)[] = [404, 410];

/** Writes one comment of a template at a pull request, and brings it up to date with each of its tasks. */
@Injectable()
export class PullRequestComment implements MessageSender {
  readonly name = 'pull_request_comment';
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
    return prepareRows(this.dataSource.manager, messages, findCommented, ({ payload }, found) => {
      const facts = PullRequestCommentFacts.parse(payload);
      // A later state has a message of its own, which must not be overtaken.
      const isOutdated = found.isOlder || (commitProgressOf(found.status) ?? facts.progress) !== facts.progress;
      return isOutdated ? 'outdated' : { send: (signal) => this.send(facts, found, signal) };
    });
  }

  private async send(facts: PullRequestCommentFacts, found: Commented, signal: AbortSignal): Promise<Outcome> {
    const login = await openLogin(this.secrets, found);
    if (typeof login === 'string') {
      return repairable(login);
    }
    const page = forgePage(found);
    const text = commentText({ ...found, facts, link: taskLink(this.config, facts) });
    const made = page && commentRequest(page, { number: facts.number, text, comment: found.comment }, login);
    return made ? this.write(made, { ...facts, ...found }, signal) : repairable('address');
  }

  /** A comment that is gone is written again with the next try. */
  private async write(
    { request, commentOf }: CommentRequest,
    place: PullRequestCommentFacts & Commented,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { manager } = this.dataSource;
    let comment: string | null = null;
    const outcome = await sendHttp(this.client, { ...request, signal }, ({ body }) => {
      comment = commentOf(body);
      return comment !== null;
    });
    if (outcome.result === 'delivered' && comment !== null && place.comment === null) {
      await keepComment(manager, place, comment);
    } else if (place.comment !== null && DELETED.includes(outcome.status)) {
      await forgetComment(manager, place);
      return { ...outcome, result: 'retry' };
    }
    return outcome;
  }
}
