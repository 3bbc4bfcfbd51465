import { z } from 'zod';
import { type Issue, issueAt } from '../errors/issue.js';
import { problem } from '../errors/problem.js';
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

/** An installation of a GitHub App, as it is sent. */
export const GithubAppInput = z.object({
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

/** What signs in as an installation of a GitHub App; it stays with the control plane. */
export const GithubAppCredential = z.object({
  type: z.literal('github_app'),
  app_id: z.string(),
  installation_id: z.string(),
  private_key: z.string(),
});
export type GithubAppCredential = z.infer<typeof GithubAppCredential>;

/** What a GitHub App lacks, at its member; `null` = nothing. */
export function githubAppFault({ app_id: id, private_key: key }: Partial<GithubAppInput>): Issue | null {
  if (!id) {
    return issueAt(['github_app', 'app_id'], problem('empty'));
  }
  const code = key ? privateKeyProblem(key) : 'private_key_missing';
  return code && issueAt(['github_app', 'private_key'], problem(code));
}
