import { ConfigError } from '@switchyard/settings';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { messageOf, retry } from '@switchyard/concurrency';
import type { RegisterAnswer } from '@switchyard/contracts';
import type { RunnerConfig } from '../config/config.js';
import { isRegistered } from '../config/identity.js';
import { FatalError, GatewayError } from '../gateway/gateway-errors.js';
import { PublicGateway } from '../gateway/public-gateway.js';
import { BACKOFF_MS, isRetryable } from '../gateway/retryable.js';
import { rawPublicKey } from '../gateway/runner-keys.js';
import { pinServerKey } from '../gateway/server-key-pin.js';
import type { RunnerLog } from '../runner-log.js';

/** Tries before registration gives up: somebody usually waits for it. */
const TRIES = 6;
const SECRET = { mode: 0o600 } as const;

/**
 * Gets an identity with a registration token and writes it where `start` reads it. Does nothing when there is one.
 * @param force replaces the identity that is there
 * @throws ConfigError without a registration token, FatalError when the control plane refuses it
 */
export async function register(config: RunnerConfig, log: RunnerLog, force = false): Promise<void> {
  if (isRegistered(config) && !force) {
    log.info('this runner is registered already', { tokenFile: config.tokenFile });
    return;
  }
  if (config.registrationToken === null) {
    throw new ConfigError(['SWITCHYARD_RUNNER_REGISTRATION_TOKEN or _REGISTRATION_TOKEN_FILE: missing']);
  }
  await mkdir(config.workDir, { recursive: true, mode: 0o700 });
  if (force) {
    await Promise.all([config.keyFile, config.tokenFile].map((file) => rm(file, { force: true })));
  }
  const answer = await requestIdentity(config, config.registrationToken, await keyPair(config.keyFile), log);
  pinServerKey(config.serverKeyFile, answer.public_key);
  await writeFile(config.tokenFile, `${answer.token}\n`, SECRET);
  log.info('registered', { runner: answer.runner_id, name: answer.name });
}

/** The key is written before it is sent: when the answer is lost, the same key is sent again. */
async function keyPair(file: string): Promise<string> {
  if (!existsSync(file)) {
    const pem = generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, pem, { ...SECRET, flag: 'wx' });
  }
  return rawPublicKey(readFileSync(file, 'utf8'));
}

async function requestIdentity(
  config: RunnerConfig,
  registrationToken: string,
  publicKey: string,
  log: RunnerLog,
): Promise<RegisterAnswer> {
  const gateway = new PublicGateway(config.url, config.ca);
  const request = {
    registration_token: registrationToken,
    public_key: publicKey,
    name: config.name,
    tags: config.tags,
    max_parallel_tasks: config.maxParallelTasks,
  };
  try {
    return await trying(() => gateway.register(request), log);
  } catch (error) {
    throw refusal(error);
  } finally {
    gateway.close();
  }
}

function trying<T>(call: () => Promise<T>, log: RunnerLog): Promise<T> {
  const onFailure = (error: unknown, tries: number): void =>
    log.warn('registration: trying again', { tries, error: messageOf(error) });
  return retry(call, { ...BACKOFF_MS, tries: TRIES, isRetryable, onFailure });
}

function refusal(error: unknown): unknown {
  return error instanceof GatewayError && error.status < 500
    ? new FatalError(`the control plane refuses the registration: ${error.code ?? error.message}`)
    : error;
}
