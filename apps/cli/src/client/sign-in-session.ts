import { text } from 'node:stream/consumers';
import type { ApiToken } from '@switchyard/contracts';
import { ApiClient, type ServerAccess } from './api-client.js';
import { Refusal } from './refusal.js';

/** A session of a sign-in by password, known by its cookie, which lives as long as the command. */
export class SignInSession {
  private readonly client: ApiClient;
  private cookie = '';

  constructor(access: Omit<ServerAccess, 'token'>) {
    this.client = new ApiClient({ ...access, token: null });
  }

  /** @returns whether a code is needed before the session counts: of an authenticator, or of a mail */
  async begin(username: string, password: string): Promise<boolean> {
    await this.call('POST', '/api/auth/login', { auth: username, password });
    try {
      await this.call('GET', '/api/user');
      return false;
    } catch (error) {
      if (error instanceof Refusal && ['TOTP_REQUIRED', 'EMAIL_OTP_REQUIRED'].includes(error.problem)) {
        return true;
      }
      throw error;
    }
  }

  async verify(passcode: string): Promise<void> {
    await this.call('POST', '/api/auth/verify', { passcode });
  }

  /** Makes an API token, which stays when the session ends. */
  async makeToken(name: string): Promise<string> {
    return (JSON.parse(await this.call('POST', '/api/user/tokens', { name })) as ApiToken).id;
  }

  async end(): Promise<void> {
    await this.call('POST', '/api/auth/logout', {});
    this.client.close();
  }

  private async call(method: string, path: string, body?: object): Promise<string> {
    const answer = await this.client.send({ method, path, body, headers: this.cookie ? { cookie: this.cookie } : {} });
    const cookies = (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? '');
    this.cookie = cookies.join('; ') || this.cookie;
    return text(answer);
  }
}
