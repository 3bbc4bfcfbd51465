import { collectStartGarbage, createLogger, Shutdown, trustAuthorities } from '@switchyard/server';
import { loadConfigOrExit } from '@switchyard/settings';
import { dispatcherConfigSchema } from './config.js';
import { createDispatcher } from './create-dispatcher.js';

const config = loadConfigOrExit(dispatcherConfigSchema);
trustAuthorities(config.SWITCHYARD_CA_FILE);
const logger = createLogger({ name: 'dispatcher', level: config.SWITCHYARD_LOG_LEVEL });
const shutdown = new Shutdown({ logger });
const starting = new AbortController();
shutdown.add('start', () => starting.abort());
shutdown.listen();

void start();

async function start(): Promise<void> {
  try {
    const dispatcher = await createDispatcher(config, logger, starting.signal);
    shutdown.add('dispatcher', () => dispatcher.close());
    collectStartGarbage();
    logger.info('Dispatching');
  } catch (error) {
    if (!starting.signal.aborted) {
      logger.fatal({ err: error }, 'The dispatcher could not start');
      await shutdown.run('the start failed', 1);
    }
  }
}
