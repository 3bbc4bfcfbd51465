import { createPrivateKey } from 'node:crypto';
import { type PassphraseTest, privateKeyProblem } from '@switchyard/contracts';
import { MAX_PBKDF2_ROUNDS } from '../../../platform/bounds.js';
import { largestNumber } from './der-numbers.js';
import { opensOpenSsh } from './openssh-passphrase.js';

const BLOCK = /-----BEGIN ((?:[A-Z]+ )?)PRIVATE KEY-----([\s\S]*?)-----END \1PRIVATE KEY-----/;
/** scrypt (RFC 7914), whose work is a product of its numbers; `ssh-keygen` and OpenSSL use it only on request. */
const SCRYPT = Buffer.from('06092b06010401da47040b', 'hex');

/**
 * Whether the passphrase opens the key. A key states how much work that is, so it is looked at before: more than the bounds is
 * not done. `null` = it was not tested: the key is not encrypted, of another form or cut off, or beyond the bounds.
 */
export function passphraseOpens({ private_key: text, passphrase }: PassphraseTest): boolean | null {
  const [block = '', label = '', body = ''] = BLOCK.exec(text) ?? [];
  if (privateKeyProblem(text) !== null) {
    return null;
  }
  const der = Buffer.from(body, 'base64');
  switch (label) {
    case 'OPENSSH ':
      return opensOpenSsh(der, passphrase);
    case 'ENCRYPTED ':
      return isBounded(der) ? opens({ key: der, format: 'der', type: 'pkcs8', passphrase }) : null;
    default:
      return body.includes('ENCRYPTED') ? opens({ key: block, passphrase }) : null;
  }
}

/** Only what stands here is decoded, so no second key with more rounds is reached. */
function isBounded(der: Buffer): boolean {
  const rounds = largestNumber(der);
  return rounds !== null && rounds <= MAX_PBKDF2_ROUNDS && !der.includes(SCRYPT);
}

/** Errors of OpenSSL for bytes that a wrong passphrase has left; any other is for a cipher that it does not have. */
const WRONG = /^ERR_OSSL_(?:BAD_DECRYPT|ASN1_)/;

function opens(input: Parameters<typeof createPrivateKey>[0]): boolean | null {
  try {
    createPrivateKey(input);
    return true;
  } catch (error) {
    return WRONG.test(String((error as NodeJS.ErrnoException).code)) ? false : null;
  }
}
