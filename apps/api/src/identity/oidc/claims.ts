import { own } from '@switchyard/contracts';
import { z } from 'zod';
import type { ExternalPerson } from '../external-users/external-users.js';
import { OidcFailure } from './oidc-failure.js';
import type { OidcProvider } from '../../platform/oidc-config.js';

/** The provider's claims about a person, ID token before user info. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * The person that the claims are about. The email counts as verified by `email_verified` (OpenID Connect Core
 * 1.0, 5.1) or the settings trust the provider; a mapped claim other than `email` has no such mark and needs the trust.
 */
export function personOf({ id, claims: names, trust_email: trusted }: OidcProvider, claims: Claims): ExternalPerson {
  const subject = text(claims.sub);
  if (subject === '') {
    throw new OidcFailure('answer_invalid');
  }
  const vouched = names.email === 'email' && (claims.email_verified === true || claims.email_verified === 'true');
  return {
    provider: `oidc:${id}`,
    subject,
    username: text(own(claims, names.username)),
    name: text(own(claims, names.name)),
    email: text(own(claims, names.email)),
    emailVerified: trusted || vouched,
    groups: groupsOf(claims, names.groups),
  };
}

/** One name counts as a list of it. A provider that has too many for a token names a place instead (OpenID Connect Core 1.0, 5.6.2). */
function groupsOf(claims: Claims, name: string): string[] | null {
  const elsewhere = z.record(z.string(), z.unknown()).safeParse(claims['_claim_names']).data ?? {};
  return own(elsewhere, name) === undefined ? [own(claims, name)].flat().map(text).filter(Boolean) : null;
}

/** Names come from outside: no control characters, as everywhere. */
const text = (claim: unknown): string =>
  typeof claim === 'string' ? claim.replace(/[\u0000-\u001f\u007f-\u009f]/g, '').trim() : '';
