import {
  type ExtractedVariable,
  type IntegrationDelivery,
  type Issue,
  MAX_SHOWN_VALUE,
  type SentIssue,
  sentProblem,
} from '@switchyard/contracts';
import { MAX_READ_TO_SHOW } from './read-webhook.js';
import type { Reading } from './reading.js';

/** Headers by which senders prove themselves. */
const PROOFS = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-hub-signature',
  'x-hub-signature-256',
  'x-gitlab-token',
  'x-gitea-signature',
  'x-gogs-signature',
  'x-forgejo-signature',
  'webhook-signature',
];
const MASK = '***';
/** Shorter secrets would mask half of a text and hide little. */
const SHORTEST = 4;

/** Parts of a webhook that must not be shown. */
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
): Pick<IntegrationDelivery, 'verdicts' | 'extracted'> {
  const shown = (value: string | null, hidden: boolean): string | null =>
    value === null ? null : hidden ? MASK : shownText(value, secrets.texts);
  const isProof = (header: string | null): boolean => header !== null && isProofHeader(header, secrets);
  const isSecretAnswer = ({ variable, variable_type: type }: ExtractedVariable): boolean =>
    type === 'environment' && secrets.variables.includes(variable);
  return {
    verdicts: verdicts.map((verdict) => ({
      ...verdict,
      compared: shown(verdict.compared, isProof(verdict.match_type === 'header' ? verdict.key : null)),
    })),
    extracted: extracted.map(({ header, ...each }) => ({
      ...each,
      value: shown(each.value, isProof(header) || isSecretAnswer(each)),
    })),
  };
}

/** The masked beginning of a text. Of a long one no more is looked at than may be shown. */
function shownText(text: string, texts: readonly string[]): string {
  const secrets = texts.filter(({ length }) => length >= SHORTEST);
  const isWhole = text.length <= MAX_READ_TO_SHOW;
  const known = isWhole ? text : withoutBegun(text.slice(0, MAX_READ_TO_SHOW), secrets);
  const shown = secrets.reduce((rest, secret) => rest.replaceAll(secret, MASK), known);
  return isWhole && shown.length <= MAX_SHOWN_VALUE ? shown : `${shown.slice(0, MAX_SHOWN_VALUE)}…`;
}

/** The text without what at its end may be the beginning of a secret. */
function withoutBegun(text: string, secrets: readonly string[]): string {
  const begun = secrets.map((secret) => {
    let length = Math.min(secret.length - 1, text.length);
    while (length > 0 && !text.endsWith(secret.slice(0, length))) {
      length -= 1;
    }
    return length;
  });
  return text.slice(0, text.length - Math.max(0, ...begun));
}

export const sentIssues = (issues: readonly Issue[]): SentIssue[] =>
  issues.map((issue) => {
    const { code, params } = sentProblem({ code: issue.code, params: issue.params });
    return { path: issue.path, message: issue.message, code, params };
  });
