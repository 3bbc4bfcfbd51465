import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@switchyard/server';
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
import type { ApiConfig } from '../config.js';
import { API_CONFIG, LOGGER } from '../infrastructure/tokens.js';
import { OidcFailure } from './oidc-failure.js';
import type { OidcProvider } from './oidc-config.js';
import { providerFetch } from './provider-fetch.js';

const LIFETIME_MS = 3_600_000;

/** What the providers tell about themselves (OpenID Connect Discovery 1.0), remembered for an hour; failures are not. */
@Injectable()
export class OidcClients {
  private readonly known = new Map<string, { client: Promise<Configuration>; until: number }>();

  private readonly fetch: CustomFetch;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(API_CONFIG) config: ApiConfig,
  ) {
    this.fetch = providerFetch(config.SWITCHYARD_OUTBOUND_ALLOW);
  }

  /** @throws OidcFailure when the provider does not answer, or is not the issuer that the settings name */
  async of(provider: OidcProvider): Promise<Configuration> {
    const known = this.known.get(provider.id);
    const client = known && known.until > Date.now() ? known.client : this.discover(provider);
    try {
      return await client;
    } catch (error) {
      this.known.delete(provider.id);
      this.logger.warn({ err: error, provider: provider.id }, 'A sign-in provider could not be asked');
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
    this.known.set(id, { client, until: Date.now() + LIFETIME_MS });
    return client;
  }
}
