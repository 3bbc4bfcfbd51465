import { type IntegrationAuthMethod, type Problem, problem } from '@switchyard/contracts';
import { isTimely, TOLERANCE_SECONDS } from './standard-signature.js';
import type { Lock } from './webhook-rules.js';

/** Header by which the senders of a method prove themselves; others are named by the integration. */
const EXPECTED: Partial<Record<IntegrationAuthMethod, string>> = {
  basic: 'Authorization',
  github: 'X-Hub-Signature-256',
  gitlab: 'X-Gitlab-Token',
  bitbucket: 'X-Hub-Signature',
  standard: 'Webhook-Signature',
};

/** Headers by which usual senders prove themselves. */
const USUAL: readonly string[] = [
  ...Object.values(EXPECTED),
  'X-Gitea-Signature',
  'X-Forgejo-Signature',
  'X-Gogs-Signature',
];

/**
 * Why a sender did not prove itself at an integration, for people who manage it: the header that was expected, and those that came.
 * Never answered to the sender, who could be anybody.
 */
export function senderFault({ row, secret }: Lock, headers: ReadonlyMap<string, string>): Problem {
  if (secret === null || secret.password === '') {
    return problem('sender_key_empty');
  }
  const header = EXPECTED[row.authMethod] ?? row.authHeader;
  if (headers.has(header.toLowerCase())) {
    if (row.authMethod === 'standard' && !isTimely(headers)) {
      return problem('sender_time', { minutes: TOLERANCE_SECONDS / 60 });
    }
    return problem('sender_header_wrong', { header });
  }
  const came = USUAL.filter((name) => headers.has(name.toLowerCase()));
  return came.length === 0
    ? problem('sender_header_none', { header })
    : problem('sender_header_other', { header, came });
}
