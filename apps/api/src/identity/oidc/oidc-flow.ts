import { Inject, Injectable } from '@nestjs/common';
import { SecretBox, type Logger } from '@switchyard/server';
import { DataSource } from 'typeorm';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  AuthorizationResponseError,
} from 'openid-client';
import { z } from 'zod';
import { hashSecret } from '../../auth/secrets/credentials.js';
import { mark } from '../../auth/throttle/sign-in-limit.repository.js';
import type { ExternalPerson } from '../external-users/external-users.js';
import { LOGGER } from '../../platform/infrastructure/tokens.js';
import { personOf, type Claims } from './claims.js';
import { OidcClients } from './oidc-clients.js';
import { OidcFailure } from './oidc-failure.js';
import type { OidcProvider } from '../../platform/oidc-config.js';

/** A question is good for ten minutes. */
export const QUESTION_SECONDS = 600;

const CONTEXT = 'oidc-question';

/** State of an authorization request until the provider answers; sealed in the browser's cookie. */
const Question = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  landing: z.string(),
  until: z.number(),
});
type Question = z.infer<typeof Question>;

/**
 * The authorization code flow of OpenID Connect Core 1.0 with PKCE (RFC 7636). State, nonce and verifier are new for
 * every question, bound to the browser and the provider, and good once.
 */
@Injectable()
export class OidcFlow {
  constructor(
    private readonly clients: OidcClients,
    private readonly box: SecretBox,
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @param redirectUri where the provider sends the browser back
   * @param landing path to land on afterwards
   * @returns where to send the browser, and the sealed question for its cookie
   * @throws OidcFailure when the provider does not answer
   */
  async begin(provider: OidcProvider, redirectUri: string, landing: string): Promise<{ url: string; sealed: string }> {
    const client = await this.clients.of(provider);
    const question: Question = {
      provider: provider.id,
      state: randomState(),
      nonce: randomNonce(),
      verifier: randomPKCECodeVerifier(),
      landing,
      until: Date.now() + QUESTION_SECONDS * 1000,
    };
    const url = buildAuthorizationUrl(client, {
      redirect_uri: redirectUri,
      scope: provider.scopes.join(' '),
      state: question.state,
      nonce: question.nonce,
      code_challenge: await calculatePKCECodeChallenge(question.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, sealed: this.box.seal(JSON.stringify(question), CONTEXT) };
  }

  /**
   * Checks the provider's answer. Returns the person, and where to land.
   * @param answer the redirect address with the query that came
   * @param sealed the browser's cookie
   * @throws OidcFailure
   */
  async receive(
    provider: OidcProvider,
    answer: URL,
    sealed: string | null,
  ): Promise<{ person: ExternalPerson; landing: string }> {
    const question = this.open(sealed);
    const isOurs = question?.provider === provider.id && question.until > Date.now();
    if (
      !isOurs ||
      !(await mark(this.dataSource.manager, `oidc:${hashSecret(question.state)}`, QUESTION_SECONDS * 1000))
    ) {
      throw new OidcFailure('answer_invalid');
    }
    const claims = await this.claims(provider, answer, question);
    return { person: personOf(provider, claims), landing: question.landing };
  }

  private async claims(provider: OidcProvider, answer: URL, question: Question): Promise<Claims> {
    const client = await this.clients.of(provider);
    try {
      const tokens = await authorizationCodeGrant(client, answer, {
        expectedState: question.state,
        expectedNonce: question.nonce,
        pkceCodeVerifier: question.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) {
        throw new OidcFailure('answer_invalid');
      }
      const { userinfo_endpoint: hasMore } = client.serverMetadata();
      const more = hasMore === undefined ? {} : await fetchUserInfo(client, tokens.access_token, claims.sub);
      return { ...more, ...claims };
    } catch (error) {
      const refused = error instanceof AuthorizationResponseError;
      this.logger.warn({ err: error, provider: provider.id }, 'The answer of a sign-in provider was refused');
      throw error instanceof OidcFailure ? error : new OidcFailure(refused ? 'provider_refused' : 'answer_invalid');
    }
  }

  private open(sealed: string | null): Question | null {
    try {
      return sealed === null ? null : Question.parse(JSON.parse(this.box.openText(sealed, CONTEXT)));
    } catch {
      return null;
    }
  }
}
