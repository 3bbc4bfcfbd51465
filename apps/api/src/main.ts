import { collectStartGarbage, createLogger, setupOpenApi, Shutdown, trustAuthorities } from '@switchyard/server';
import { readConfigOrExit } from '@switchyard/settings';
import { apiConfigSchema } from './platform/config.js';
import { basePath } from './platform/http/public-address.js';
import { createApp } from './app/create-app.js';
import { API_DOCUMENT } from './app/open-api/api-document.js';
import { printDocument } from './app/open-api/print-document.js';

// `main.js open-api` prints the OpenAPI document and needs no setting.
void (process.argv[2] === 'open-api' ? printDocument() : start());

async function start(): Promise<void> {
  const { config, given } = readConfigOrExit(apiConfigSchema);
  trustAuthorities(config.SWITCHYARD_CA_FILE);
  const logger = createLogger({ name: 'api', level: config.SWITCHYARD_LOG_LEVEL });
  const shutdown = new Shutdown({ logger });
  shutdown.listen();
  try {
    const app = await createApp(config, logger, given);
    shutdown.add('app', () => app.close());
    await setupOpenApi(app, { ...API_DOCUMENT, server: basePath(config) || '/' });
    await app.listen(config.SWITCHYARD_PORT, config.SWITCHYARD_HOST);
    collectStartGarbage();
    logger.info({ address: await app.getUrl() }, 'Listening');
  } catch (error) {
    logger.fatal({ err: error }, 'The api could not start');
    await shutdown.run('the start failed', 1);
  }
}
