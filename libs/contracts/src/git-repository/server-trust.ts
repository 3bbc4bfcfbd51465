import { type Problem, problem } from '../errors/problem.js';

/** Most characters of the certificates or of the host keys of a repository. */
export const MAX_TRUST = 65_536;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;
/** Optional marker, host names, kind and key (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT). */
const HOST_KEY =
  /^(?:@(?:cert-authority|revoked)\s+)?[^\s@#]\S*\s+(?:ssh|ecdsa|sk)-[\w@.-]{1,64}\s+[A-Za-z0-9+/]{16,}={0,3}(?:\s.*)?$/;

/** Why a text is no list of certificates in PEM, or `null`. Text between them, as `openssl` writes it, is allowed; other PEM is not. */
export function certificatesFault(text: string): Problem | null {
  const rest = text.replace(CERTIFICATE, '');
  const hasSome = rest !== text;
  return text.trim() !== '' && (!hasSome || rest.includes('-----')) ? problem('certificates') : null;
}

/** Why a text is no list of host keys as `ssh-keyscan` prints it, or `null`; names the first line that is wrong. */
export function hostKeysFault(text: string): Problem | null {
  const lines = text.split(/\r?\n/);
  const wrong = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#') && !HOST_KEY.test(line));
  return wrong === -1 ? null : problem('host_keys', { line: wrong + 1 });
}

/** Why a text is no beginning of addresses for which a second key may be used, or `null`. It names a host, and ends its last part. */
export function addressPrefixFault(text: string): Problem | null {
  const isPrefix =
    /^(?:https?:\/\/|ssh:\/\/(?:[\w.-]+@)?|[\w.-]+@)[^\s/:@'"\\]+(?::\d{1,5}(?=\/))?[/:](?:[^\s'"\\@]*\/)?$/.test(text);
  return isPrefix || text === '' ? null : problem('address_prefix');
}

/** Why a text is no address of a web page that may be linked to, or `null`: it has a host and a path, and neither login nor query. */
export function webPageFault(text: string): Problem | null {
  const isPage = /^https?:\/\/(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?(?:\/[^\s?#\\"'<>]*)?$/i.test(text);
  return isPage || text === '' ? null : problem('web_address');
}
