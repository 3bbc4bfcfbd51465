import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@switchyard/server';
import { LRUCache } from 'lru-cache';
import {
  allowInsecureRequests,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type Configuration,
  type CustomFetch,
} from 'openid-client';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG, LOGGER } from '../../platform/infrastructure/tokens.js';
import { OidcFailure } from './oidc-failure.js';
import type { OidcProvider } from '../../platform/oidc-config.js';
import { providerFetch } from './provider-fetch.js';

const LIFETIME_MS = 3_600_000;
const MAX_PROVIDERS = 100;

/** Metadata of the providers (OpenID Connect Discovery 1.0), remembered for an hour; failures are not. */
@Injectable()
export class OidcClients {
  private readonly known = new LRUCache<string, Promise<Configuration>>({ max: MAX_PROVIDERS, ttl: LIFETIME_MS });

  private readonly fetch: CustomFetch;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(API_CONFIG) config: ApiConfig,
  ) {
    this.fetch = providerFetch(config.SWITCHYARD_OUTBOUND_ALLOW);
  }

  /** @throws OidcFailure when the provider does not answer, or is not the issuer that the settings name */
  async of(provider: OidcProvider): Promise<Configuration> {
    try {
      return await (this.known.get(provider.id) ?? this.discover(provider));
    } catch (error) {
      this.known.delete(provider.id);
      this.logger.warn({ err: error, provider: provider.id }, 'The metadata of a sign-in provider could not be read');
      throw new OidcFailure('provider_unavailable');
    }
  }

  /**
   * ID tokens are checked against the provider's keys, although they come from the provider itself. Plain HTTP is taken
   * for an issuer that is configured so, and for no other.
   */
  private discover({ id, issuer, client_id: clientId, client_secret: secret }: OidcProvider): Promise<Configuration> {
    const method = secret === undefined ? None() : ClientSecretPost(secret);
    const client = discovery(new URL(issuer), clientId, undefined, method, {
      [customFetch]: this.fetch,
      execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
    });
    this.known.set(id, client);
    return client;
  }
}
