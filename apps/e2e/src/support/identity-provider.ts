import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { Page } from 'playwright-core';

const CLIENT = { client_id: 'switchyard', client_secret: 'shared-with-switchyard' };

/** A person of the provider; the key is what is typed at its sign-in. */
export type Persons = Record<string, { email: string; email_verified: boolean; name: string }>;

/** A real OpenID provider on loopback with the sign-in and consent pages of its development mode. */
export class IdentityProvider {
  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  static async start(): Promise<IdentityProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new IdentityProvider(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  /** What the api needs to know, as `SWITCHYARD_AUTH_OIDC_PROVIDERS`. */
  settings(id: string, name: string): object {
    return { id, name, color: '#2b59d9', icon: '', issuer: this.issuer, ...CLIENT };
  }

  /** Answers from now on, for a console at this address. */
  serve(consoleAddress: string, id: string, persons: Persons): void {
    const provider = new Provider(this.issuer, {
      clients: [{ ...CLIENT, redirect_uris: [`${consoleAddress}/api/auth/oidc/${id}/redirect`] }],
      claims: { email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
      conformIdTokenClaims: false,
      cookies: { keys: ['of-a-test'] },
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => ({ sub, preferred_username: sub, ...persons[sub] }),
      }),
    });
    const answer = provider.callback();
    this.server.on('request', (request, response) => void answer(request, response));
  }

  async remove(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Signs in at the provider's page and consents. */
export async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
