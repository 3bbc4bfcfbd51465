import { Inject, Injectable } from '@nestjs/common';
import { allows, type Problem, problem, provesSender, type ReviewWay } from '@switchyard/contracts';
import type { Task } from '@switchyard/database';
import { type Approval, type Engine, RepeatedReviewError, refuseReview, ReviewRefusedError } from '@switchyard/engine';
import { DataSource } from 'typeorm';
import { ProjectAccessReader } from '../../../auth/access/project-access.js';
import type { ProjectAccess } from '../../../auth/access/caller.js';
import { auditScope } from '../../../auth/audit/audit-scope.js';
import { ENGINE } from '../../../platform/infrastructure/tokens.js';
import { findLinkedUsers, type ForgePlace, forgePlaceOf } from '../../../tasks/forge-accounts.repository.js';
import { Reviews } from '../../../tasks/reviews.js';
import type { CommentDelivery } from '../reading/comment-delivery.js';
import type { Merge, PullDelivery } from '../reading/pull-delivery.js';
import type { Arrival, Outcome } from './delivery-log.js';
import type { Receiver } from './webhook-directory.js';
import { findMergedTask, findNamedTask, isOwnComment } from './review-command.repository.js';

const NOTHING: Omit<Outcome, 'result'> = { taskId: null, issues: [], ignored: [], problem: null, pullRequest: null };

const NO_COMMAND: Outcome = { ...NOTHING, result: 'not_matched', problem: problem('webhook_comment') };

/** Why nothing is applied, and which pull request it is of. */
class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

type PlainRefusal =
  | 'review_no_plan'
  | 'review_head'
  | 'review_repository'
  | 'review_no_account'
  | 'review_accounts'
  | 'review_not_permitted';
const refuse = (code: PlainRefusal): never => {
  throw new Refusal(problem(code));
};

/** Effects of comments and merges at a forge on the plans of a template. */
@Injectable()
export class ReviewCommands {
  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly dataSource: DataSource,
    private readonly access: ProjectAccessReader,
    private readonly plans: Reviews,
  ) {}

  /** A comment is a command when its author may do the same in the product. */
  async comment(receiver: Receiver, arrival: Arrival, comment: CommentDelivery): Promise<Outcome> {
    const { manager } = this.dataSource;
    const { row } = receiver;
    const { task: taskId, number } = comment;
    if (taskId === null || (await isOwnComment(manager, row.templateId, comment))) {
      return NO_COMMAND;
    }
    return this.outcome(receiver, number, async () => {
      requireProof(receiver);
      const { projectId } = row;
      const task = await findNamedTask(manager, { id: taskId, projectId, templateId: row.templateId });
      if (task?.pullRequest?.number !== number) {
        return refuse('review_no_plan');
      }
      const place = await this.placeOf(row.templateId, comment.repository);
      const member = await this.member(place, comment, projectId);
      const refused = await this.plans.refusal(member, member.project, taskId);
      if (refused) {
        throw new Refusal(refused);
      }
      if (comment.commit !== null && !task.commitHash?.startsWith(comment.commit)) {
        return refuse('review_head');
      }
      const approval = { projectId, taskId, userId: member.userId, merged: null, url: comment.url };
      return {
        arrival,
        way: 'comment',
        key: `comment ${number} ${comment.id}`,
        account: comment.author?.name ?? null,
        approval,
      };
    });
  }

  /** A merge applies the newest plan of the commit that was merged. */
  merge(receiver: Receiver, arrival: Arrival, { pull, commit }: PullDelivery, merged: Merge): Promise<Outcome> {
    const { row } = receiver;
    return this.outcome(receiver, pull.number, async () => {
      requireProof(receiver);
      await this.placeOf(row.templateId, merged.repository);
      const taskId = await findMergedTask(this.dataSource.manager, row.templateId, pull.number, commit);
      if (taskId === null) {
        return refuse('review_no_plan');
      }
      const approval = { projectId: row.projectId, taskId, userId: null, merged, url: null };
      return { arrival, way: 'merge', key: `merge ${merged.commit}`, account: merged.by, approval };
    });
  }

  /** Who has linked the author, where that is one member who may run tasks. */
  private async member(
    { host }: ForgePlace,
    { author }: CommentDelivery,
    projectId: number,
  ): Promise<{ userId: number; project: ProjectAccess }> {
    const linked = author === null ? [] : await findLinkedUsers(this.dataSource.manager, host, author.known_by);
    const read = await Promise.all(
      linked.map(async (user) => ({ userId: user.userId, project: await this.access.read(user, projectId) })),
    );
    const members = read.flatMap(({ userId, project }) => (project ? [{ userId, project }] : []));
    const [member] = members;
    if (member === undefined) {
      return refuse('review_no_account');
    }
    if (members.length > 1) {
      return refuse('review_accounts');
    }
    return allows(member.project.permissions, 'runProjectTasks') ? member : refuse('review_not_permitted');
  }

  private async placeOf(templateId: number, repository: string | null): Promise<ForgePlace> {
    const place = await forgePlaceOf(this.dataSource.manager, templateId);
    const isOwn = place !== null && repository !== null && `/${place.path}`.endsWith(`/${repository}`);
    return isOwn ? place : refuse('review_repository');
  }

  /** Starts the task; a refusal is shown at the pull request, too. */
  private async outcome({ row }: Receiver, number: number, prepare: () => Promise<Command>): Promise<Outcome> {
    try {
      const command = await prepare();
      const task = await this.start(row.id, command);
      return { ...NOTHING, result: 'started', taskId: task.id, pullRequest: task.pullRequest };
    } catch (error) {
      if (error instanceof RepeatedReviewError) {
        return { ...NOTHING, result: 'duplicate', taskId: error.taskId };
      }
      if (!(error instanceof Refusal) && !(error instanceof ReviewRefusedError)) {
        throw error;
      }
      await refuseReview(this.engine, { templateId: row.templateId, number, problem: error.problem });
      return { ...NOTHING, result: 'refused', problem: error.problem };
    }
  }

  private start(integrationId: number, { arrival, way, key, account, approval }: Command): Promise<Task> {
    const { userId, projectId } = approval;
    const action = way === 'comment' ? 'tasks.apply-by-comment' : 'tasks.apply-on-merge';
    const scope = { action, userId, username: '', tokenId: null, ip: arrival.sender, userAgent: '', projectId };
    return auditScope.run({ ...scope, recorded: 0, refused: false }, () =>
      this.plans.start({ ...approval, way, key, account, integrationId }),
    );
  }
}

interface Command {
  arrival: Arrival;
  way: ReviewWay;
  key: string;
  account: string | null;
  approval: Pick<Approval, 'projectId' | 'taskId' | 'userId' | 'merged' | 'url'>;
}

function requireProof({ row }: Receiver): void {
  if (!provesSender(row.authMethod)) {
    throw new Refusal(problem('webhook_pull_request_unproved'));
  }
}
