import { createPrivateKey } from 'node:crypto';
import type { ForgePage, GithubAppCredential } from '@switchyard/contracts';
import { signedJwt } from '../encryption/signed-jwt.js';

/** GitHub takes ten minutes, and clocks differ. */
const BACKDATED_SECONDS = 60;
const LIFETIME_SECONDS = 540;

/** The API that belongs to a page: of the public forge, of one at GitHub, and of an own server. */
function githubRoot(origin: string): string {
  const [, host] = /^https:\/\/(github\.com|[\w-]+\.ghe\.com)$/.exec(origin) ?? [];
  return host ? `https://api.${host}` : `${origin}/api/v3`;
}

/** Where a repository is in the API of GitHub; its parts are encoded. */
export function githubApi({ origin, parts }: ForgePage): { root: string; owner: string; name: string } {
  const [owner = '', name = ''] = parts.slice(-2);
  return { root: githubRoot(origin), owner, name };
}

/** @see https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api */
export const githubHeaders = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  accept: 'application/vnd.github+json',
  'x-github-api-version': '2022-11-28',
});

/**
 * Proof of a GitHub App: a JWT, signed beside the event loop.
 * @see https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app
 * @throws when the private key is none
 */
export async function githubAppToken({ app_id: iss, private_key: key }: GithubAppCredential): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iat: now - BACKDATED_SECONDS, exp: now + LIFETIME_SECONDS, iss };
  return signedJwt(claims, createPrivateKey(key));
}
