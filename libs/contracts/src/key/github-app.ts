import { z } from 'zod';
import { type Issue, issueAt, withProblem } from '../errors/issue.js';
import { problem } from '../errors/problem.js';
import { forgePage, type ForgePage } from '../forge/forge-page.js';
import { privateKeyProblem } from './private-key.js';

/** Characters of a private key; an RSA key of 8,192 bits has 6,500. */
const MAX_APP_KEY = 8_192;

const text = (most: number, pattern: RegExp) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(pattern)
    .nullish()
    .transform((value) => value ?? '');

/** Where an app is when nothing else is said. */
const PUBLIC_SERVER = 'https://github.com';

/** An installation of a GitHub App, as it is sent. */
export const GithubAppInput = z.object({
  /** The server it was made at, such as https://github.example.com; empty = GitHub itself. It signs in nowhere else. */
  server: z
    .string()
    .trim()
    .max(255)
    .refine((value) => value === '' || /^https?:$/.test(URL.parse(value)?.protocol ?? ''), withProblem('web_address'))
    .nullish()
    .transform((value) => URL.parse(value ?? '')?.origin ?? ''),
  /** The ID of the app, or its client ID. */
  app_id: text(64, /^[A-Za-z0-9.]*$/),
  /** Empty = that of the repository. */
  installation_id: text(20, /^\d*$/),
  /** One that GitHub has generated: RSA, without a passphrase. */
  private_key: z
    .string()
    .max(MAX_APP_KEY)
    .nullish()
    .transform((value) => value ?? ''),
});
export type GithubAppInput = z.infer<typeof GithubAppInput>;

/** Credentials of an installation of a GitHub App; they stay with the control plane. */
export const GithubAppCredential = z.object({
  type: z.literal('github_app'),
  server: z.string().default(''),
  app_id: z.string(),
  installation_id: z.string(),
  private_key: z.string(),
});
export type GithubAppCredential = z.infer<typeof GithubAppCredential>;

/** Scheme, host and port of the server of an app. */
export const appServer = ({ server }: Pick<GithubAppCredential, 'server'>): string => server || PUBLIC_SERVER;

/** The page of a repository that an app opens by its address; null for one that is not reached over HTTP. */
export const appPage = (gitUrl: string): ForgePage | null =>
  /^https?:/i.test(gitUrl.trim()) ? forgePage({ git_url: gitUrl, forge: 'github', web_url: '' }) : null;

/** Returns the fault of a GitHub App, at the member that has it; `null` = none. */
export function githubAppFault({ app_id: id, private_key: key }: Partial<GithubAppInput>): Issue | null {
  if (!id) {
    return issueAt(['github_app', 'app_id'], problem('empty'));
  }
  const code = key ? privateKeyProblem(key) : 'private_key_missing';
  return code && issueAt(['github_app', 'private_key'], problem(code));
}
