import { Inject, Injectable } from '@nestjs/common';
import {
  type Ignored,
  type Issue,
  type SentProblem,
  sentProblem,
  type WebhookTrial,
  type WebhookTrialAnswer,
} from '@switchyard/contracts';
import { Integration } from '@switchyard/database';
import { type Engine, integrationSecret, judgeLaunch, launchIssues } from '@switchyard/engine';
import { DataSource } from 'typeorm';
import { ENGINE } from '../../platform/infrastructure/tokens.js';
import { findOwned } from '../../platform/database/owned-rows.repository.js';
import type { JudgedWebhook } from './reading/judge-webhook.js';
import { launchInput } from './reading/launch-input.js';
import { type Reading, readingOf } from './reading/reading.js';
import { sentIssues, shownReading } from './reading/shown-reading.js';
import { headerMap } from './reading/webhook-payload.js';
import { type PullLaunch, type PullRefusal, pullVerdict } from './reading/pull-verdict.js';
import { WebhookRules } from './reading/webhook-rules.js';
import { WebhookReader } from './reading/webhook-reader.js';
import { type Receiver, WebhookDirectory } from './webhooks/webhook-directory.js';

const trialProblem = (
  { problem, idle }: JudgedWebhook,
  { unfit }: Reading,
  pull: PullLaunch | PullRefusal | null,
): SentProblem | null => {
  const fault = problem ?? idle ?? unfit ?? (pull && 'problem' in pull ? pull.problem : null);
  return fault && sentProblem(fault);
};

/** Tries webhooks by the code that receives them, and starts nothing. */
@Injectable()
export class WebhookTrials {
  constructor(
    private readonly dataSource: DataSource,
    private readonly directory: WebhookDirectory,
    private readonly reader: WebhookReader,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  async run(projectId: number, id: number, { headers, body }: WebhookTrial): Promise<WebhookTrialAnswer> {
    const row = await findOwned(this.dataSource.manager, Integration, projectId, id);
    const receiver = await this.directory.receiver(row);
    const [key, plan] = [`project:${projectId}`, new WebhookRules([receiver])];
    const judged = await this.reader.judge({ key, headers: headerMap(headers), body, plan, isNeeded: true });
    const reading = readingOf(receiver, judged.readings[0], judged.texts);
    const secrets = {
      authHeader: row.authHeader,
      texts: receiver.secret ? [receiver.secret.password] : [],
      variables: receiver.secretVariables,
    };
    const pull = pullVerdict(receiver, judged.pull, { approved: false, isKept: true });
    const { issues, ignored } = await this.judged(receiver, reading, pull && 'code' in pull ? pull : null);
    return {
      matches: reading.matches,
      problem: trialProblem(judged, reading, pull),
      ...shownReading(reading, secrets),
      issues: sentIssues(issues),
      ignored,
    };
  }

  private async judged(
    { row }: Receiver,
    { extracted }: Reading,
    pull: PullLaunch | null,
  ): Promise<{ issues: Issue[]; ignored: Ignored[] }> {
    const made = launchInput({ ...row, secret: await integrationSecret(this.engine, row) }, extracted, pull?.code);
    if ('issues' in made) {
      return { issues: made.issues, ignored: [] };
    }
    try {
      const origin = { kind: 'integration', integrationId: row.id, ...pull } as const;
      const ignored = await judgeLaunch(this.engine, origin, { projectId: row.projectId, input: made.input });
      return { issues: [], ignored };
    } catch (error) {
      const issues = launchIssues(error);
      if (issues === null) {
        throw error;
      }
      return { issues: [...issues], ignored: [] };
    }
  }
}
