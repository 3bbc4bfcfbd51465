import { Inject, Injectable } from '@nestjs/common';
import {
  type AlertDelivery,
  AlertFacts,
  type AlertStatus,
  type AlertTest,
  CommitStatusFacts,
  PullRequestCommentFacts,
  deliveryErrorText,
  MAX_LISTED_DELIVERIES,
  serverChannels,
  serverTargetId,
} from '@switchyard/contracts';
import { AlertChannel, findMessage, type OutboxMessage, projectMessages, sendAgain } from '@switchyard/database';
import { type Engine, sendTestAlert, type TestTarget } from '@switchyard/engine';
import { DataSource } from 'typeorm';
import { ProjectThrottle } from '../../auth/throttle/project-throttle.js';
import type { ApiConfig } from '../../platform/config.js';
import { badRequest, notFound, refusal } from '../../platform/http/refusals.js';
import { API_CONFIG, ENGINE } from '../../platform/infrastructure/tokens.js';
import { findOwned, listOwned } from '../../platform/database/owned-rows.repository.js';
import { getProject } from '../../platform/database/project-row.repository.js';
import { targetNames } from './alert.repository.js';

/** Deliveries about a project, with their results, and test deliveries. */
@Injectable()
export class AlertDeliveries {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
    private readonly throttle: ProjectThrottle,
  ) {}

  /** The latest first. */
  async list(projectId: number): Promise<AlertStatus> {
    const found = await projectMessages(this.dataSource, projectId, MAX_LISTED_DELIVERIES);
    const nameOf = await targetNames(this.dataSource.manager, found);
    return {
      deliveries: found.map((row) => toWire(row, nameOf(row))),
      server: serverChannels(this.config).map(({ type }) => type),
    };
  }

  /** @throws 404, 400 when it is not dead, 429 */
  async sendAgain(projectId: number, id: string): Promise<void> {
    const delivery = await findMessage(this.dataSource, id, { projectId });
    if (!delivery) {
      throw notFound();
    }
    await this.throttle.take('alert', projectId);
    if (!(await sendAgain(this.dataSource, delivery, id))) {
      throw badRequest('delivery_not_dead');
    }
    this.engine.signals.messagesWritten();
    this.engine.signals.deliveryListsChanged([{ projectId, of: 'alerts' }]);
  }

  /** @throws 404, 429 */
  async test(projectId: number, channelId: number): Promise<AlertTest> {
    await findOwned(this.dataSource.manager, AlertChannel, projectId, channelId);
    const [id = ''] = await this.send(projectId, [{ kind: 'alert_channel', targetId: channelId }]);
    return { id };
  }

  /** To every channel of the project and the server. @throws 409 when the project sends no alerts, 429 */
  async testAll(projectId: number): Promise<void> {
    const { manager } = this.dataSource;
    const { alert } = await getProject(manager, projectId);
    if (!alert) {
      throw refusal(409, 'alerts_off');
    }
    const channels = await listOwned(manager, AlertChannel, projectId, { active: true });
    await this.send(projectId, [
      ...channels.map(({ id }) => ({ kind: 'alert_channel', targetId: id }) as const),
      ...serverChannels(this.config).map(
        ({ type }) => ({ kind: 'alert_server', targetId: serverTargetId(type) }) as const,
      ),
    ]);
  }

  private async send(id: number, targets: readonly TestTarget[]): Promise<string[]> {
    await this.throttle.take('alert', id);
    const { name } = await getProject(this.dataSource.manager, id);
    return sendTestAlert(this.engine, { id, name }, targets);
  }
}

/** Events of reports to a forge: they have none, so their kind stands for one. */
const REPORTS: Partial<Record<OutboxMessage['kind'], typeof CommitStatusFacts | typeof PullRequestCommentFacts>> = {
  commit_status: CommitStatusFacts,
  pull_request_comment: PullRequestCommentFacts,
};

/** Subject of a message. */
function shownFacts(kind: OutboxMessage['kind'], payload: object) {
  const report = REPORTS[kind]?.safeParse(payload).data;
  return report ? { ...report, event: kind } : AlertFacts.partial().safeParse(payload).data;
}

function toWire({ status, error, answerStatus, payload, ...row }: OutboxMessage, target: string): AlertDelivery {
  const facts = shownFacts(row.kind, payload);
  return {
    id: row.id,
    kind: row.kind,
    target_id: row.targetId,
    target,
    event: facts?.event ?? '',
    task_id: facts?.task?.id ?? null,
    template_id: facts?.template?.id ?? null,
    status,
    tries: row.tries,
    created: row.created.toISOString(),
    next_try: status === 'pending' ? row.nextTry.toISOString() : null,
    ended: row.ended?.toISOString() ?? null,
    error: error && { code: error, text: deliveryErrorText(error), status: answerStatus },
  };
}
