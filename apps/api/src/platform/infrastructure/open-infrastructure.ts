import { type DataSourceSettings, poolUse } from '@switchyard/database';
import { type Infrastructure, openInfrastructure, secretBoxOf } from '@switchyard/infrastructure';
import type { Logger, SecretBox } from '@switchyard/server';
import type { ApiConfig } from '../config.js';
import { ApiMetrics } from '../metrics/api-metrics.js';
import { requireEncryption } from './require-encryption.js';

/** Connections of one api process. */
export const API_DATABASE: DataSourceSettings = { applicationName: 'switchyard-api', poolSize: 20 };

/** Resources that the whole app shares. */
export interface ApiInfrastructure extends Infrastructure<SecretBox> {
  config: ApiConfig;
  logger: Logger;
  metrics: ApiMetrics;
}

/** Opens everything, or nothing. The encryption is proved, and the bus is connected. */
export async function openApiInfrastructure(config: ApiConfig, logger: Logger): Promise<ApiInfrastructure> {
  const metrics = new ApiMetrics(config.SWITCHYARD_METRICS_PORT > 0);
  const onStatement = metrics.isServed ? (ms: number) => metrics.statementEnded(ms / 1000) : undefined;
  const opened = await openInfrastructure(config, {
    logger,
    database: { ...API_DATABASE, onStatement },
    openSecrets: async (dataSource) => {
      const box = await secretBoxOf(config);
      await requireEncryption(box, dataSource);
      return box;
    },
    boxOf: (box) => box,
  });
  metrics.gauge('database_connections', 'state', 'Connections of this api to PostgreSQL, and who waits for one', () =>
    poolUse(opened.dataSource),
  );
  try {
    await opened.bus.ready;
  } catch (error) {
    await opened.close();
    throw error;
  }
  return { ...opened, config, logger, metrics };
}
