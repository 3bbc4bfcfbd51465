import { ConfigError } from '@switchyard/settings';
import { existsSync } from 'node:fs';
import { messageOf } from '@switchyard/concurrency';
import { rawPrivateKey } from '../gateway/runner-keys.js';
import type { RunnerConfig } from './config.js';
import { readSecretFile } from './secret-file.js';

/** Proof of the runner's identity to the control plane. */
export interface RunnerIdentity {
  token: string;
  /** Raw X25519 private key. */
  privateKey: Uint8Array;
  warnings: string[];
}

type Sources = Pick<RunnerConfig, 'token' | 'tokenFile' | 'keyFile'>;

/** True when there is a token already. */
export const isRegistered = ({ token, tokenFile }: Sources): boolean => token !== null || existsSync(tokenFile);

/** @throws ConfigError with every fault */
export function readIdentity(sources: Sources): RunnerIdentity {
  const report = { faults: [] as string[], warnings: [] as string[] };
  if (!isRegistered(sources)) {
    const advice = 'register this runner, or set SWITCHYARD_RUNNER_TOKEN or SWITCHYARD_RUNNER_TOKEN_FILE';
    report.faults.push(`there is no token at ${sources.tokenFile}; ${advice}`);
  }
  const token = isRegistered(sources) ? readToken(sources, report) : '';
  const privateKey = readPrivateKey(sources.keyFile, report);
  if (report.faults.length > 0) {
    throw new ConfigError(report.faults);
  }
  return { token, privateKey, warnings: report.warnings };
}

type Report = Parameters<typeof readSecretFile>[2];

const readToken = ({ token, tokenFile }: Sources, report: Report): string =>
  token ?? readSecretFile('SWITCHYARD_RUNNER_TOKEN_FILE', tokenFile, report).trim();

function readPrivateKey(file: string, report: Report): Uint8Array {
  const pem = readSecretFile('SWITCHYARD_RUNNER_PRIVATE_KEY_FILE', file, report);
  if (pem === '') {
    return new Uint8Array();
  }
  try {
    return rawPrivateKey(pem);
  } catch (error) {
    const text = messageOf(error);
    report.faults.push(`SWITCHYARD_RUNNER_PRIVATE_KEY_FILE: not a PKCS#8 PEM with an X25519 key (${text})`);
    return new Uint8Array();
  }
}
