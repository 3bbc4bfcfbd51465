import { type Issue, MAX_SHOWN_VALUE, type SentIssue, sentProblem } from '@switchyard/contracts';
import type { Reading } from './read-webhook.js';

/** Headers by which senders prove themselves. */
const PROOFS = [
  ...['authorization', 'proxy-authorization', 'cookie'],
  ...['x-hub-signature', 'x-hub-signature-256', 'x-gitlab-token', 'x-gitea-signature', 'x-gogs-signature'],
];
const MASK = '***';
/** Shorter secrets would mask half of a text and hide little. */
const SHORTEST = 4;

/** What must not be shown of a webhook. */
export interface Secrets {
  /** Header of the token or the signature; `''` = there is none. */
  authHeader: string;
  texts: readonly string[];
  /** Variables that answer secret questions. */
  variables: readonly string[];
}

export const isProofHeader = (name: string, { authHeader }: Pick<Secrets, 'authHeader'>): boolean =>
  PROOFS.includes(name.toLowerCase()) || (authHeader !== '' && name.toLowerCase() === authHeader.toLowerCase());

/** The reading as people may see it: secrets masked, long values cut. */
export function shownReading(
  { verdicts, extracted }: Reading,
  secrets: Secrets,
): Pick<Reading, 'verdicts' | 'extracted'> {
  const shown = (value: string | null, hidden: boolean): string | null =>
    value === null ? null : hidden ? MASK : cut(masked(value, secrets.texts));
  return {
    verdicts: verdicts.map((verdict) => ({
      ...verdict,
      compared: shown(verdict.compared, verdict.match_type === 'header' && isProofHeader(verdict.key, secrets)),
    })),
    extracted: extracted.map((each) => ({
      ...each,
      value: shown(each.value, each.variable_type === 'environment' && secrets.variables.includes(each.variable)),
    })),
  };
}

const masked = (text: string, secrets: readonly string[]): string =>
  secrets.filter(({ length }) => length >= SHORTEST).reduce((rest, secret) => rest.replaceAll(secret, MASK), text);

const cut = (text: string): string => (text.length > MAX_SHOWN_VALUE ? `${text.slice(0, MAX_SHOWN_VALUE)}…` : text);

export const sentIssues = (issues: readonly Issue[]): SentIssue[] =>
  issues.map((issue) => {
    const { code, params } = sentProblem({ code: issue.code, params: issue.params });
    return { path: issue.path, message: issue.message, code, params };
  });
