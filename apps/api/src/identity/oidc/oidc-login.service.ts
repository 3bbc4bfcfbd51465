import { Inject, Injectable } from '@nestjs/common';
import { SignIn, type LoginClient } from '../../auth/sessions/sign-in.service.js';
import type { ApiConfig } from '../../platform/config.js';
import { ExternalUsers } from '../external-users/external-users.js';
import { publicAddress } from '../../platform/http/public-address.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { OidcFailure } from './oidc-failure.js';
import { OidcFlow } from './oidc-flow.js';
import type { OidcProvider } from '../../platform/oidc-config.js';

/** Answer of a provider. */
export interface ProviderAnswer {
  /** From the question mark on. */
  query: string;
  /** The browser's question cookie. */
  sealed: string | null;
}

/** Signing in by a provider. */
@Injectable()
export class OidcLoginService {
  constructor(
    private readonly flow: OidcFlow,
    private readonly externalUsers: ExternalUsers,
    private readonly signIn: SignIn,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** @throws OidcFailure for an unknown provider, one that does not answer, or a landing path that is not ours */
  async begin(id: string, requested: string | undefined): Promise<{ url: string; sealed: string }> {
    const provider = this.find(id);
    const landing = landingPath(requested);
    if (landing === null) {
      throw new OidcFailure('answer_invalid');
    }
    return this.flow.begin(provider, this.redirectUri(id), landing);
  }

  /**
   * Checks the answer, finds or makes the account and begins its session.
   * @throws OidcFailure
   */
  async finish(id: string, answer: ProviderAnswer, client: LoginClient): Promise<{ secret: string; landing: string }> {
    const provider = this.find(id);
    const url = new URL(this.redirectUri(id) + answer.query);
    const { person, landing } = await this.flow.receive(provider, url, answer.sealed);
    const user = await this.externalUsers.resolve(person);
    if (typeof user === 'string') {
      throw new OidcFailure(user);
    }
    const session = await this.signIn.open(user.id, { by: 'provider' }, client);
    if (session === null) {
      throw new OidcFailure('answer_invalid');
    }
    return { secret: session.secret, landing };
  }

  /** The settings are refused at the start when there is a provider and no public address. */
  private redirectUri(id: string): string {
    return `${publicAddress(this.config) ?? ''}/api/auth/oidc/${id}/redirect`;
  }

  private find(id: string): OidcProvider {
    const provider = this.config.SWITCHYARD_AUTH_OIDC_PROVIDERS.find((each) => each.id === id);
    if (!provider) {
      throw new OidcFailure('provider_unavailable');
    }
    return provider;
  }
}

/** Letters of a path within the console, with a plain query: no scheme, no host, no encoding, no line break. */
const PLAIN = /^\/[A-Za-z0-9_\-./]*(\?[A-Za-z0-9_\-.=&]*)?$/;

/**
 * Where a sign-in by a provider may land: a path of this installation, `/` when nothing was requested, or `null` for
 * anything else, such as `//evil`, `/\evil`, `https:` addresses, `..` and encoded characters.
 */
function landingPath(requested: string | undefined): string | null {
  if (requested === undefined || requested === '') {
    return '/';
  }
  const isPlain =
    requested.length <= 500 && PLAIN.test(requested) && !requested.includes('//') && !requested.includes('..');
  return isPlain ? requested : null;
}
