import { rm } from 'node:fs/promises';
import { ErrorCode } from '@switchyard/contracts';
import type { RunnerConfig } from '../config/config.js';
import { readIdentity } from '../config/identity.js';
import { GatewayClient } from '../gateway/gateway-client.js';
import { GatewayError } from '../gateway/gateway-errors.js';
import type { RunnerLog } from '../runner-log.js';

/** Gives the identity up and removes its files. One that the control plane does not know any more is removed as well. */
export async function unregister(config: RunnerConfig, log: RunnerLog): Promise<void> {
  const identity = readIdentity(config);
  const gateway = new GatewayClient({ ...identity, url: config.url, ca: config.ca, onRefused: () => undefined });
  try {
    await gateway.info();
    await gateway.unregister();
  } catch (error) {
    if (!(error instanceof GatewayError && error.code === ErrorCode.unknownRunner)) {
      throw error;
    }
    log.warn('the control plane did not know this runner');
  } finally {
    gateway.close();
  }
  await Promise.all([config.tokenFile, config.keyFile].map((file) => rm(file, { force: true })));
  log.info('unregistered');
}
