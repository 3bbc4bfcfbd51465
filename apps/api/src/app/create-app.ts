import type { FastifyRequest } from 'fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { problem } from '@switchyard/contracts';
import { createFastifyApp, type Logger, errorAnswer, UserError } from '@switchyard/server';
import type { ReadTexts } from '@switchyard/settings';
import { AppModule } from './app.module.js';
import type { ApiConfig } from '../platform/config.js';
import { sendBuiltFiles } from './console/built-files.js';
import { serveDocs } from './console/docs-files.js';
import { serveConsole } from './console/console-files.js';
import { answerBelow } from '../platform/http/answer-below.js';
import { engineErrorAnswer } from '../platform/http/engine-errors.js';
import { compressAnswers } from '../platform/http/compressed-answers.js';
import { basePath } from '../platform/http/public-address.js';
import { bodySenders } from './body-senders.js';
import { openApiInfrastructure } from '../platform/infrastructure/open-infrastructure.js';
import { watchRequests } from '../platform/metrics/watched-requests.js';
import { isHistoryCall } from '../tasks/task-import/history-body.js';
import { LiveAdapter } from '../tasks/live-updates/live-adapter.js';
import { isWebhookCall } from '../resources/integrations/webhooks/webhook-call.js';
import { isRunnerCall } from '../runners/gateway/identity/raw-bodies.js';
import { isRestoreCall } from '../projects/backup/restore/restore-documents.js';
import { sealStoredSecrets } from './startup/seal-stored-secrets.js';

/** Calls whose bodies are bytes: signatures cover them, or they are too large to be parsed at once, or several documents. */
const KEPT_RAW = [isRunnerCall, isWebhookCall, isCallback, isRestoreCall, isHistoryCall];

/**
 * The whole app, ready to listen: the schema is up to date, the encryption proved, every connection open.
 * @param given the settings as they were read
 */
export async function createApp(config: ApiConfig, logger: Logger, given?: ReadTexts): Promise<NestFastifyApplication> {
  const infrastructure = await openApiInfrastructure(config, logger);
  try {
    await sealStoredSecrets(infrastructure.secrets, infrastructure.dataSource);
    const app: NestFastifyApplication = await createFastifyApp(AppModule.forRoot(infrastructure, given), {
      logger,
      trustProxy: config.SWITCHYARD_TRUST_PROXY,
      bodySenders: bodySenders((service) => app.get(service, { strict: false })),
      keepRawBody: (request) => KEPT_RAW.some((isKept) => isKept(request)),
      translateError: engineErrorAnswer,
    });
    const base = basePath(config);
    const isBelow = answerBelow(app, base);
    watchRequests(app, infrastructure.metrics);
    app.useWebSocketAdapter(new LiveAdapter(app));
    await compressAnswers(app);
    refuseUnknownBilling(app);
    await sendBuiltFiles(app);
    serveDocs(app, { directory: config.SWITCHYARD_DOCS_DIR, base });
    serveConsole(app, { directory: config.SWITCHYARD_CONSOLE_DIR, base, isBelow });
    return app;
  } catch (error) {
    await infrastructure.close();
    throw error;
  }
}

/** True for callbacks of gateways, whose body must stay bytes: signatures cover the bytes. */
function isCallback(request: Pick<FastifyRequest, 'url'>): boolean {
  return request.url.startsWith('/billing/callbacks/');
}

/** Answers unknown addresses below `/billing` as JSON, and never with the page of the console. */
function refuseUnknownBilling(app: NestFastifyApplication): void {
  const { status, body } = errorAnswer(new UserError(404, problem('billing_address')), '');
  for (const path of ['/billing', '/billing/*']) {
    app
      .getHttpAdapter()
      .getInstance()
      .get(path, (_, reply) => reply.status(status).send(body));
  }
}
