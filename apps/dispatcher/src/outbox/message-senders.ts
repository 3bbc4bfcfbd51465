import { Injectable } from '@nestjs/common';
import type { DeliveryKind as MessageKind } from '@switchyard/contracts';
import type { MessageSender } from './message-sender.js';
import { AlertChannel, AlertServer, AlertUser } from './alert-senders.js';
import { CommitStatus } from './forges/commit-status.js';
import { PullRequestComment } from './forges/pull-request-comment.js';
import { RunnerNotification } from './runner-notification.js';

/** Every kind of message that this process sends. */
@Injectable()
export class MessageSenders {
  readonly all: readonly MessageSender[];
  /** Most tries at once to one target, by kind. */
  readonly parallel: ReadonlyMap<MessageKind, number>;

  constructor(
    webhook: RunnerNotification,
    channel: AlertChannel,
    server: AlertServer,
    user: AlertUser,
    status: CommitStatus,
    comment: PullRequestComment,
  ) {
    this.all = [webhook, channel, server, user, status, comment];
    this.parallel = new Map(this.all.map(({ name, parallel }) => [name, parallel]));
  }
}
