import { createHash } from 'node:crypto';
import { appServer, type ForgePage, type GithubAppCredential, own } from '@switchyard/contracts';
import { z } from 'zod';
import { answeredJson, jsonRequest } from '../outbound/json-request.js';
import type { OutboundAnswer, OutboundClient, OutboundRequest } from '../outbound/outbound-client.js';
import { OutboundError } from '../outbound/outbound-error.js';
import { githubApi, githubAppToken, githubHeaders } from './github-api.js';

const MINUTE_MS = 60_000;
/** GitHub gives an hour; a server that names more is not believed. */
const LONGEST_MS = 60 * MINUTE_MS;
const MOST_TOKENS = 1_000;

const Installation = z.object({
  id: z.int().min(1),
  permissions: z.record(z.string(), z.string()).optional(),
});
const AccessToken = z.object({
  token: z.string().regex(/^[\x21-\x7e]{1,1000}$/),
  expires_at: z.string().transform((text) => Date.parse(text)),
});

type AccessToken = z.infer<typeof AccessToken>;

/** Permissions of a token, by the names of GitHub. */
export type TokenPermissions = Readonly<Record<string, 'read' | 'write'>>;

/** Who asks: an app, for one repository. */
export interface TokenRequest {
  /** Changes with the key: see {@link keyDigest}. */
  of: string;
  app: GithubAppCredential;
  page: ForgePage;
  /** PEM of authorities of its server beside those that are trusted anyway. */
  ca?: string;
  /** Permissions of the token; absent = all of the app. */
  permissions?: TokenPermissions;
  /** The token gets what of these permissions the app has; else there is none when one of them lacks. */
  asGranted?: boolean;
}

/** Why there is no token: no answer, an answer that gives none, or a page of another server than that of the app. */
export class TokenFault extends Error {
  override readonly name = 'TokenFault';

  constructor(readonly reason: OutboundError | Pick<OutboundAnswer, 'status' | 'headers'> | 'other_server') {
    super('There is no token of the GitHub App');
  }
}

/** Tokens of GitHub Apps, for one repository each. They are nowhere but in this memory, and there until shortly before their end. */
export class InstallationTokens {
  private readonly kept = new Map<string, { token: string; until: number }>();
  private readonly underWay = new Map<string, Promise<AccessToken>>();

  /** @param leastMinutes that a token lives on when it is given: what has begun with it must end before it does */
  constructor(
    private readonly client: OutboundClient,
    private readonly leastMinutes: number,
  ) {}

  /**
   * Concurrent callers share it.
   * @throws TokenFault
   */
  async token(request: TokenRequest, signal: AbortSignal): Promise<string> {
    const key = keyOf(request);
    const kept = this.kept.get(key);
    if (kept && kept.until > Date.now()) {
      return kept.token;
    }
    const underWay = this.underWay.get(key) ?? this.made(request, signal).finally(() => this.underWay.delete(key));
    this.underWay.set(key, underWay);
    const made = await underWay;
    this.keep(key, made);
    return made.token;
  }

  /** The forge has refused it: the next try makes another one. */
  forget(request: TokenRequest): void {
    this.kept.delete(keyOf(request));
  }

  private async made(
    { app, page, ca = '', permissions, asGranted = false }: TokenRequest,
    signal: AbortSignal,
  ): Promise<AccessToken> {
    if (page.origin !== appServer(app)) {
      throw new TokenFault('other_server');
    }
    const { root, owner, name } = githubApi(page);
    const headers = githubHeaders(await githubAppToken(app));
    const installation: Partial<z.infer<typeof Installation>> =
      app.installation_id && !asGranted
        ? {}
        : await this.ask(Installation, {
            method: 'GET',
            url: `${root}/repos/${owner}/${name}/installation`,
            headers,
            signal,
            ca,
          });
    const url = `${root}/app/installations/${app.installation_id || installation.id}/access_tokens`;
    const wanted = asGranted ? granted(permissions, installation.permissions) : permissions;
    const body = { repositories: [decodeURIComponent(name)], permissions: wanted };
    return this.ask(AccessToken, { ...jsonRequest('POST', url, headers, body), signal, ca });
  }

  /** Sends the request and returns the answer, checked by this schema. @throws TokenFault */
  private async ask<T extends z.ZodType>(shape: T, request: OutboundRequest): Promise<z.infer<T>> {
    const answer = await this.client.send(request).catch((error: unknown) => {
      throw error instanceof OutboundError ? new TokenFault(error) : error;
    });
    const read = shape.safeParse(answeredJson(answer.body));
    if (answer.status < 200 || answer.status >= 300 || !read.success) {
      throw new TokenFault(answer);
    }
    return read.data;
  }

  private keep(key: string, { token, expires_at: end }: AccessToken): void {
    const now = Date.now();
    const until = Math.min(Number.isNaN(end) ? now : end, now + LONGEST_MS) - this.leastMinutes * MINUTE_MS;
    const old = [...this.kept].filter(([, each]) => each.until <= now).map(([name]) => name);
    const [oldest] = this.kept.keys();
    for (const name of this.kept.size >= MOST_TOKENS && oldest ? [...old, oldest] : old) {
      this.kept.delete(name);
    }
    this.kept.set(key, { token, until });
  }
}

/** Permissions that are wanted and that the app has. Every app has `metadata`; a token that asked for nothing would get everything. */
const granted = (wanted: TokenPermissions = {}, had: Readonly<Record<string, string>> = {}): TokenPermissions => ({
  metadata: 'read',
  ...Object.fromEntries(
    Object.entries(wanted).flatMap(([name, level]) => {
      const has = own(had, name);
      return has === undefined ? [] : [[name, has === 'read' ? has : level]];
    }),
  ),
});

/** Changes with the key and what is sealed in it. */
export const keyDigest = (keyId: number | null, secret: string | null): string =>
  createHash('sha256').update(`${keyId} ${secret}`).digest('base64');

const keyOf = ({ of, page, ca = '', permissions = {}, asGranted = false }: TokenRequest): string =>
  [of, page.origin, ...page.parts, ca, JSON.stringify(permissions), asGranted].join(' ');
