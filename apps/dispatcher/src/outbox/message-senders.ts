import { Injectable, Inject } from '@nestjs/common';
import {
  type DeliveryKind as MessageKind,
  DeliverySecret,
  alertSecretContext,
  type DeliveryErrorCode,
  AlertFacts,
  type OpenChannel,
  serverChannels,
  serverTargetId,
} from '@switchyard/contracts';
import type { AlertChannel as Channel, ClaimedMessage } from '@switchyard/database';
import { DataSource } from 'typeorm';
import {
  type MessageSender,
  type Outcome,
  type Prepared,
  repairable,
  MESSAGE_RETRY,
  prepareRows,
} from './message-sender.js';
import { CommitStatus } from './forges/commit-status.js';
import { PullRequestComment } from './forges/pull-request-comment.js';
import { AuditTest } from './audit/audit-test.js';
import { RunnerNotification } from './runner-notification.js';
import { AlertSender } from './alerts/alert-sender.js';
import { LazySecretBox, DISPATCHER_CONFIG } from '../infrastructure/infrastructure.js';
import type { DispatcherConfig } from '../config.js';
import { findAlertChats, findChannels, findMailedMembers } from './targets.repository.js';

/** Alerts to the channels of projects. */
@Injectable()
export class AlertChannel implements MessageSender {
  readonly name = 'alert_channel';
  readonly parallel = 1;
  readonly retry = MESSAGE_RETRY;

  constructor(
    private readonly dataSource: DataSource,
    private readonly secrets: LazySecretBox,
    private readonly sender: AlertSender,
  ) {}

  async prepare(messages: readonly ClaimedMessage[]): Promise<(Prepared | DeliveryErrorCode)[]> {
    const ids = messages.map(({ targetId }) => targetId);
    const channels = await findChannels(this.dataSource.manager, ids);
    const byId = new Map(channels.map((channel) => [channel.id, channel]));
    return messages.map((message) => {
      const channel = byId.get(message.targetId);
      return channel && isWanted(message, channel)
        ? { send: (signal) => this.send(message, channel, signal) }
        : 'target_removed';
    });
  }

  private async send(message: ClaimedMessage, channel: Channel, signal: AbortSignal): Promise<Outcome> {
    const { id, type, target, secret } = channel;
    const opened =
      secret === null ? '{"url":"","token":""}' : await this.secrets.tryOpenText(secret, alertSecretContext(id));
    if (opened === undefined) {
      return repairable('secret_unreadable');
    }
    return this.sender.send(message, { type, target, ...DeliverySecret.parse(JSON.parse(opened)) }, signal);
  }
}

/** A channel that was switched off gets nothing but what tries it. */
const isWanted = ({ payload }: ClaimedMessage, { active }: Channel): boolean => active || payload['event'] === 'test';

/** Alerts to the channels that the settings name. A project may have a Telegram chat of its own. */
@Injectable()
export class AlertServer implements MessageSender {
  readonly name = 'alert_server';
  readonly parallel = 2;
  readonly retry = MESSAGE_RETRY;
  private readonly channels: ReadonlyMap<number, OpenChannel>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sender: AlertSender,
    @Inject(DISPATCHER_CONFIG) config: DispatcherConfig,
  ) {
    this.channels = new Map(serverChannels(config).map((channel) => [serverTargetId(channel.type), channel]));
  }

  async prepare(messages: readonly ClaimedMessage[]): Promise<(Prepared | DeliveryErrorCode)[]> {
    const projectIds = messages.map(({ payload }) => AlertFacts.parse(payload).project.id);
    const chats = await findAlertChats(this.dataSource.manager, projectIds);
    return messages.map((message, i) => this.prepared(message, chats.get(projectIds[i] ?? 0) ?? null));
  }

  private prepared(message: ClaimedMessage, chat: string | null): Prepared | DeliveryErrorCode {
    const channel = this.channels.get(message.targetId);
    const target = channel?.type === 'telegram' ? (chat ?? channel.target) : channel?.target;
    if (channel === undefined || target === undefined || (channel.type === 'telegram' && target === '')) {
      return 'target_removed';
    }
    return { send: (signal) => this.sender.send(message, { ...channel, target }, signal) };
  }
}

/** Alerts by mail to members who want them. */
@Injectable()
export class AlertUser implements MessageSender {
  readonly name = 'alert_user';
  readonly parallel = 1;
  readonly retry = MESSAGE_RETRY;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sender: AlertSender,
  ) {}

  prepare(messages: readonly ClaimedMessage[]): Promise<(Prepared | DeliveryErrorCode)[]> {
    return prepareRows(this.dataSource.manager, messages, findMailedMembers, (message, member) => ({
      send: (signal) => this.sender.sendToMember(message, member, signal),
    }));
  }
}

/** Every kind of alert. */
@Injectable()
export class AlertSenders {
  readonly all: readonly MessageSender[];

  constructor(channel: AlertChannel, server: AlertServer, user: AlertUser) {
    this.all = [channel, server, user];
  }
}

/** Every kind of message that this process sends. */
@Injectable()
export class MessageSenders {
  readonly all: readonly MessageSender[];
  /** Most tries at once to one target, by kind. */
  readonly parallel: ReadonlyMap<MessageKind, number>;

  constructor(
    webhook: RunnerNotification,
    alerts: AlertSenders,
    status: CommitStatus,
    comment: PullRequestComment,
    audit: AuditTest,
  ) {
    this.all = [webhook, ...alerts.all, status, comment, audit];
    this.parallel = new Map(this.all.map(({ name, parallel }) => [name, parallel]));
  }
}
