import { messageOf } from '@switchyard/concurrency';
import { ResultCodeError } from 'ldapts';

/** Result codes (RFC 4511, appendix A.1) by what they mean for who set the directory up. */
const MEANINGS: ReadonlyMap<number, string> = new Map([
  [3, 'timeLimitExceeded: the search took too long; an index on the attributes of SWITCHYARD_AUTH_LDAP_FILTER helps'],
  [7, 'authMethodNotSupported: it takes no simple bind'],
  [8, 'strongerAuthRequired: it asks for TLS, by ldaps:// or SWITCHYARD_AUTH_LDAP_START_TLS'],
  [13, 'confidentialityRequired: it asks for TLS, by ldaps:// or SWITCHYARD_AUTH_LDAP_START_TLS'],
  [32, 'noSuchObject: there is no entry SWITCHYARD_AUTH_LDAP_BASE_DN, or the searcher may not see it'],
  [34, 'invalidDNSyntax: SWITCHYARD_AUTH_LDAP_BASE_DN or SWITCHYARD_AUTH_LDAP_BIND_DN is no DN'],
  [48, 'inappropriateAuthentication: the entry of SWITCHYARD_AUTH_LDAP_BIND_DN has no password'],
  [49, 'invalidCredentials: it refuses SWITCHYARD_AUTH_LDAP_BIND_DN with its password'],
  [50, 'insufficientAccessRights: the searcher may not search there'],
  [51, 'busy'],
  [52, 'unavailable'],
  [53, 'unwillingToPerform: it refuses anonymous searches, or the bind'],
]);

/** The directory did not do what it was asked for. The message has its meaning, and nothing that people typed. */
export class DirectoryFault extends Error {
  override readonly name = 'DirectoryFault';

  constructor(cause: unknown) {
    super(`The LDAP directory: ${wordsOf(cause)}`, { cause });
  }
}

function wordsOf(cause: unknown): string {
  if (!(cause instanceof ResultCodeError)) {
    return messageOf(cause);
  }
  return `${MEANINGS.get(cause.code) ?? cause.message} (result ${cause.code})`;
}
