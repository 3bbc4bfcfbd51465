import { Inject, Injectable } from '@nestjs/common';
import {
  commitProgressOf,
  type DeliveryErrorCode,
  forgePage,
  PullRequestCommentFacts,
  type CommitProgress,
  type PlanSummary,
} from '@switchyard/contracts';
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
import { type CommentRequest, commentRequest } from './comment-requests.js';
import { type Commented, findCommented, forgetComment, keepComment } from '../targets.repository.js';

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

/** What a comment reports of a task as it is now. */
export interface CommentedTask {
  facts: PullRequestCommentFacts;
  plan: PlanSummary | null;
  commit: string | null;
  /** Page of the task; null = this installation has no address. */
  link: string | null;
}

const WORDS: Readonly<Record<CommitProgress, string>> = {
  pending: 'waits for a runner',
  running: 'is running',
  confirmation: 'waits for confirmation',
  success: 'succeeded',
  failure: 'failed',
  stopped: 'was stopped',
};

/** A name that people chose: forges read neither markup nor mentions within code. */
const code = (text: string): string => `\`${text.replaceAll(/[\s\p{Cc}\p{Cf}`]+/gu, ' ').trim() || '-'}\``;

function planned({ add, change, destroy, import: imported, move = 0, forget = 0 }: PlanSummary): string {
  const others = [
    ...(imported > 0 ? [`${imported} to import`] : []),
    ...(move > 0 ? [`${move} to move`] : []),
    ...(forget > 0 ? [`${forget} to forget`] : []),
  ];
  return `Plan: ${[`${add} to add`, `${change} to change`, `${destroy} to destroy`, ...others].join(', ')}.`;
}

/** Markdown of the one comment of a template at a pull request: its last task, and the plan in short. */
export function commentText({ facts: { progress, task, template }, plan, commit, link }: CommentedTask): string {
  const named = `task #${task.id}`;
  const of = commit !== null && /^[0-9a-f]{7,64}$/i.test(commit) ? ` of ${code(commit.slice(0, 10))}` : '';
  return [
    `**Switchyard** · ${code(template.name)}: ${link === null ? named : `[${named}](${link})`}${of} ${WORDS[progress]}.`,
    ...(plan === null ? [] : [planned(plan)]),
  ].join('\n\n');
}
