import { Injectable } from '@nestjs/common';
import {
  commitProgressOf,
  type DeliveryErrorCode,
  forgePage,
  hasPlannedChanges,
  type Problem,
  PullRequestCommentFacts,
  type PlanSummary,
  type TaskProgress,
} from '@switchyard/contracts';
import type { ClaimedMessage } from '@switchyard/database';
import { taskLink } from './forge-api.js';
import { type ForgeCall, ForgeSender } from './forge-client.js';
import { code } from './markdown-code.js';
import { invitation, refusalLine, reviewLines } from './review-words.js';
import { type MessageSender, type Outcome, type Prepared, prepareRows } from '../message-sender.js';
import { type CommentLook, commentLook, type CommentRequest, commentRequest } from './comment-requests.js';
import { type Commented, findCommented, keepComment } from '../targets.repository.js';

/** The forge has no such comment any more. */
const DELETED: readonly (number | null)[] = [404, 410];

/** Writes one comment of a template at a pull request, and brings it up to date with each of its tasks. */
@Injectable()
export class PullRequestComment extends ForgeSender implements MessageSender {
  readonly name = 'pull_request_comment';

  prepare(messages: readonly ClaimedMessage[]): Promise<(Prepared | DeliveryErrorCode)[]> {
    return prepareRows(this.dataSource.manager, messages, findCommented, ({ payload }, found) => {
      const facts = PullRequestCommentFacts.parse(payload);
      // A later state has a message of its own, which must not be overtaken.
      const isOutdated = found.isOlder || (commitProgressOf(found.status) ?? facts.progress) !== facts.progress;
      return isOutdated ? 'outdated' : { send: (signal) => this.send(facts, found, signal) };
    });
  }

  /**
   * A comment that is gone is written again, one at another repository too. Until that has worked the old one is known: a forge answers 404 as well
   * to a key that may not see it any more, or that may see it and not edit it, which gets no second comment.
   */
  private async send(facts: PullRequestCommentFacts, row: Commented, signal: AbortSignal): Promise<Outcome> {
    const page = pageOf(row);
    const place = { ...row, ...facts, comment: row.page && row.page !== page ? null : row.comment };
    let written = await this.write(place, signal);
    const { comment: known } = place;
    if (known !== null && DELETED.includes(written.outcome.status) && (await this.isGone(place, known, signal))) {
      place.comment = null;
      written = await this.write(place, signal);
    }
    const { outcome, comment } = written;
    if (outcome.result === 'delivered' && comment !== null && place.comment === null) {
      await keepComment(this.dataSource.manager, place, { comment, page });
    }
    return outcome;
  }

  /** Whether the forge shows that a comment is not there; false also where it says neither. */
  private async isGone(
    place: PullRequestCommentFacts & Commented,
    comment: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    let look: CommentLook | null = null;
    const call: ForgeCall = {
      request: (page, login) => {
        look = commentLook(page, { number: place.number, comment }, login);
        return look?.request ?? null;
      },
      accepts: ({ body }) => look?.isThere(body) ?? true,
    };
    const { status, error } = await this.forges.send(place, call, signal);
    return DELETED.includes(status) || error === 'rejected';
  }

  private async write(
    place: PullRequestCommentFacts & Commented,
    signal: AbortSignal,
  ): Promise<{ outcome: Outcome; comment: string | null }> {
    const text = commentText({ ...place, facts: place, link: taskLink(this.config, place) });
    let made: CommentRequest | null = null;
    let comment: string | null = null;
    const call: ForgeCall = {
      request: (page, login) => {
        made = commentRequest(page, { number: place.number, text, comment: place.comment }, login);
        return made?.request ?? null;
      },
      accepts: ({ body }) => {
        comment = made?.commentOf(body) ?? null;
        return comment !== null;
      },
    };
    return { outcome: await this.forges.send(place, call, signal), comment };
  }
}

/** A forge names a comment by a number, which means another one elsewhere. */
function pageOf(repository: Commented): string {
  const page = forgePage(repository);
  return page === null ? '' : [page.origin, ...page.parts].join('/');
}

/** Facts that a comment reports of a task as it is now. */
export interface CommentedTask extends Pick<Commented, 'review' | 'reviewer' | 'apply' | 'refusal'> {
  facts: PullRequestCommentFacts;
  plan: PlanSummary | null;
  commit: string | null;
  /** Page of the task; null = this installation has no address. */
  link: string | null;
}

const WORDS: Readonly<Record<TaskProgress, string>> = {
  pending: 'waits for a runner',
  running: 'is running',
  confirmation: 'waits for confirmation',
  success: 'succeeded',
  failure: 'failed',
  stopped: 'was stopped',
};

function planned({ add, change, destroy, import: imported, move = 0, forget = 0 }: PlanSummary): string {
  const others = [
    ...(imported > 0 ? [`${imported} to import`] : []),
    ...(move > 0 ? [`${move} to move`] : []),
    ...(forget > 0 ? [`${forget} to forget`] : []),
  ];
  return `Plan: ${[`${add} to add`, `${change} to change`, `${destroy} to destroy`, ...others].join(', ')}.`;
}

/** Markdown of the one comment of a template at a pull request: its last task, and the plan in short. */
export function commentText({
  facts: { progress, task, template },
  plan,
  commit,
  link,
  ...reviewed
}: CommentedTask): string {
  // Forges take a bare number for one of their own issues.
  const named = link === null ? `task ${code(`#${task.id}`)}` : `[task #${task.id}](${link})`;
  const of = commit !== null && /^[0-9a-f]{7,64}$/i.test(commit) ? ` of ${code(commit.slice(0, 10))}` : '';
  return [
    `**Switchyard** · ${code(template.name)}: ${named}${of} ${WORDS[progress]}.`,
    ...(plan === null ? [] : [planned(plan)]),
    ...(reviewed.review === null ? [] : reviewLines(progress, reviewed.review, reviewed.reviewer)),
    ...(progress === 'success' && plan !== null && hasPlannedChanges(plan) ? invitation(task.id, reviewed.apply) : []),
    ...(reviewed.refusal === null ? [] : [refusalLine(reviewed.refusal as Problem)]),
  ].join('\n\n');
}
