import { createPrivateKey, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { ForgePage, GithubAppCredential } from '@switchyard/contracts';
import type { OutboundClient, OutboundRequest } from '@switchyard/server';
import { z } from 'zod';
import { sendHttp } from '../http.js';
import type { Outcome } from '../message-sender.js';
import { answeredJson, githubApi, githubHeaders, jsonRequest } from './forge-api.js';

const signed = promisify(sign);

const MINUTE_MS = 60_000;
/** A request that has begun must end before the token does. */
const MARGIN_MS = 5 * MINUTE_MS;
/** GitHub gives an hour; a server that names more is not believed. */
const LONGEST_MS = 60 * MINUTE_MS;
const MOST_TOKENS = 1_000;
/** GitHub takes ten minutes, and clocks differ. */
const BACKDATED_SECONDS = 60;
const LIFETIME_SECONDS = 540;

const Installation = z.object({ id: z.int().min(1) });
const AccessToken = z.object({
  token: z.string().regex(/^[\x21-\x7e]{1,1000}$/),
  expires_at: z.string().transform((text) => Date.parse(text)),
});

type AccessToken = z.infer<typeof AccessToken>;

/** Who asks: an app, for one repository. */
export interface TokenRequest {
  /** Changes with the key. */
  of: string;
  app: GithubAppCredential;
  page: ForgePage;
}

/** Tokens of GitHub Apps, for one repository each. They are nowhere but in this memory, and there until shortly before their end. */
export class InstallationTokens {
  private readonly kept = new Map<string, { token: string; until: number }>();
  private readonly underWay = new Map<string, Promise<AccessToken | Outcome>>();

  constructor(private readonly client: OutboundClient) {}

  /** The token, or how the try to get one ended. Those who ask at the same time share it. */
  async token(request: TokenRequest, signal: AbortSignal): Promise<string | Outcome> {
    const key = keyOf(request);
    const kept = this.kept.get(key);
    if (kept && kept.until > Date.now()) {
      return kept.token;
    }
    const underWay = this.underWay.get(key) ?? this.made(request, signal).finally(() => this.underWay.delete(key));
    this.underWay.set(key, underWay);
    const made = await underWay;
    if ('result' in made) {
      return made;
    }
    this.keep(key, made);
    return made.token;
  }

  /** The forge has refused it: the next try makes another one. */
  forget(request: TokenRequest): void {
    this.kept.delete(keyOf(request));
  }

  private async made({ app, page }: TokenRequest, signal: AbortSignal): Promise<AccessToken | Outcome> {
    const { root, owner, name } = githubApi(page);
    const headers = githubHeaders(await appToken(app));
    const found = app.installation_id
      ? { id: app.installation_id }
      : await this.ask(Installation, {
          method: 'GET',
          url: `${root}/repos/${owner}/${name}/installation`,
          headers,
          signal,
        });
    if ('result' in found) {
      return found;
    }
    const url = `${root}/app/installations/${found.id}/access_tokens`;
    const body = { repositories: [decodeURIComponent(name)] };
    return this.ask(AccessToken, { ...jsonRequest('POST', url, headers, body), signal });
  }

  /** What the server answers in this shape, or how the try ended. */
  private async ask<T extends z.ZodType>(shape: T, request: OutboundRequest): Promise<z.infer<T> | Outcome> {
    let answered: z.ZodSafeParseResult<z.infer<T>> | undefined;
    const outcome = await sendHttp(this.client, request, ({ body }) => {
      answered = shape.safeParse(answeredJson(body));
      return answered.success;
    });
    return answered?.success && outcome.result === 'delivered' ? answered.data : { ...outcome, result: 'retry' };
  }

  private keep(key: string, { token, expires_at: end }: AccessToken): void {
    const now = Date.now();
    const until = Math.min(Number.isNaN(end) ? now : end, now + LONGEST_MS) - MARGIN_MS;
    const old = [...this.kept].filter(([, each]) => each.until <= now).map(([name]) => name);
    const [oldest] = this.kept.keys();
    for (const name of this.kept.size >= MOST_TOKENS && oldest ? [...old, oldest] : old) {
      this.kept.delete(name);
    }
    this.kept.set(key, { token, until });
  }
}

const keyOf = ({ of, page }: TokenRequest): string => [of, page.origin, ...page.parts].join(' ');

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * What a GitHub App proves itself with: a JWT, signed beside the event loop.
 * @see https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app
 * @throws when the private key is none
 */
async function appToken({ app_id: iss, private_key: key }: GithubAppCredential): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iat: now - BACKDATED_SECONDS, exp: now + LIFETIME_SECONDS, iss };
  const text = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${text}.${(await signed('RSA-SHA256', Buffer.from(text), createPrivateKey(key))).toString('base64url')}`;
}
