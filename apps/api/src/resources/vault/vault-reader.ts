import { Inject, Injectable } from '@nestjs/common';
import { problem, vaultPlaceOf } from '@switchyard/contracts';
import { LRUCache } from 'lru-cache';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { inTime } from '../shared/in-time.js';
import { pathOf, readSecrets, type SecretRead } from './read-secrets.js';
import { fieldOf } from './vault-answer.js';
import { VaultEndpoints } from './vault-endpoints.js';
import { VaultFault } from './vault-fault.js';
import { VaultValues } from './vault-values.js';

/** How long a caller waits: longer ones would hold up the jobs of others in the same answer. */
const PATIENCE_MS = 1_000;
/** How long what was read is kept for the one that is to use it. */
const KEPT_MS = 15_000;
const MAX_READINGS = 2_000;
/** Most secrets of a vault that one task reads. */
const MAX_SECRETS = 100;

/** Purpose for which values are read. */
export interface VaultUse {
  projectId: number;
  /** Names the reader: those of one name share what is read. */
  reader: string;
}

/** Reads values of vaults for tasks. Nothing of it is stored: it stays in memory for some seconds. */
@Injectable()
export class VaultReader {
  private readonly readings: LRUCache<string, Promise<VaultValues>>;
  private readonly limitMs: number;

  constructor(
    private readonly endpoints: VaultEndpoints,
    @Inject(API_CONFIG) { SWITCHYARD_VAULT_TIMEOUT_SECONDS: seconds }: ApiConfig,
  ) {
    this.limitMs = 1_000 * seconds;
    const ttl = this.limitMs + KEPT_MS;
    this.readings = new LRUCache({ max: MAX_READINGS, ttl, ttlAutopurge: true });
  }

  /**
   * The values of these references, whether or not they could be read.
   * @param patienceMs at most; what was begun goes on for the next that wants the same
   * @throws PendingSecretsError when it takes longer
   */
  async read(use: VaultUse, references: readonly string[], patienceMs = PATIENCE_MS): Promise<VaultValues> {
    if (references.length === 0) {
      return VaultValues.none;
    }
    return inTime(this.readingOf(use, [...new Set(references)].sort()), patienceMs);
  }

  private readingOf({ projectId, reader }: VaultUse, references: string[]): Promise<VaultValues> {
    const key = [projectId, reader, ...references].join('\n');
    const known = this.readings.get(key);
    if (known) {
      return known;
    }
    const reading = this.begin(projectId, references);
    this.readings.set(key, reading);
    reading.catch(() => this.readings.delete(key));
    return reading;
  }

  private async begin(projectId: number, references: readonly string[]): Promise<VaultValues> {
    try {
      const values = await this.valuesOf(projectId, references);
      return new VaultValues(values);
    } catch (error) {
      if (!(error instanceof VaultFault)) {
        throw error;
      }
      return new VaultValues(new Map(references.map((reference) => [reference, error])));
    }
  }

  private async valuesOf(
    projectId: number,
    references: readonly string[],
  ): Promise<ReadonlyMap<string, string | VaultFault>> {
    const places = references.map((reference) => vaultPlaceOf(reference)).filter((place) => place !== null);
    if (new Set(places.map(pathOf)).size > MAX_SECRETS) {
      throw new VaultFault(problem('vault_many', { max: MAX_SECRETS }), false);
    }
    const endpoint = await this.endpoints.of(projectId);
    const secrets = await readSecrets(endpoint, places, AbortSignal.timeout(this.limitMs));
    return new Map(references.map((reference) => [reference, valueAt(secrets, reference)]));
  }
}

function valueAt(secrets: ReadonlyMap<string, SecretRead>, reference: string): string | VaultFault {
  const place = vaultPlaceOf(reference);
  const secret = place && secrets.get(pathOf(place));
  if (!place || !secret) {
    return new VaultFault(problem('vault_missing', { path: reference }), false);
  }
  return secret instanceof VaultFault ? secret : fieldOf(secret, pathOf(place), place.field);
}
