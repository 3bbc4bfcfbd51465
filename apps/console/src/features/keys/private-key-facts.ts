import { own } from '@switchyard/contracts';

/** Facts about a pasted private key, as far as it need not be opened. */
export interface PrivateKeyFacts {
  /** As `ssh-keygen -l` names it, with its bits where they vary: `ED25519`, `RSA 3072`. */
  kind: string;
  isEncrypted: boolean;
  /** A line of `authorized_keys`; `null` = this form of a key does not hold it in clear. */
  publicKey: string | null;
  /** `null` = it is encrypted with the key, or the form has none. */
  comment: string | null;
}

/** First bytes of a private key in the form of OpenSSH (PROTOCOL.key). */
const MAGIC = 'openssh-key-v1\0';
/** Strings of the private part between the type and the comment. */
const PRIVATE_STRINGS: Readonly<Record<string, number>> = { 'ssh-ed25519': 2, 'ssh-rsa': 6, 'ssh-dss': 5 };
const ECDSA_STRINGS = 3;
const PEM_KINDS: Readonly<Record<string, string>> = { RSA: 'RSA', EC: 'ECDSA', DSA: 'DSA' };
/** A key of 16,384 bits is a third of it. */
const MOST_CHARACTERS = 40_000;

/** Reads strings and numbers of the wire format of SSH (RFC 4251, section 5). @throws RangeError past the end */
class Reader {
  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
  ) {}

  number(): number {
    const value = new DataView(this.bytes.buffer, this.bytes.byteOffset).getUint32(this.at);
    this.at += 4;
    return value;
  }

  string(): Uint8Array {
    const length = this.number();
    if (this.at + length > this.bytes.length) {
      throw new RangeError('cut off');
    }
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  text(): string {
    return new TextDecoder().decode(this.string());
  }
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const base64Of = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** `null` = the text has not the form of a private key, or is cut off. */
export function privateKeyFacts(text: string): PrivateKeyFacts | null {
  const [, label = '', body = ''] = /-----BEGIN ([A-Z ]*)PRIVATE KEY-----([\s\S]*?)-----END/.exec(text) ?? [];
  if (body === '' || text.length > MOST_CHARACTERS) {
    return null;
  }
  try {
    return label === 'OPENSSH ' ? openSshFacts(bytesOf(body.replace(/\s/g, ''))) : pemFacts(label.trim(), body);
  } catch {
    return null;
  }
}

const pemFacts = (label: string, body: string): PrivateKeyFacts => ({
  kind: own(PEM_KINDS, label) ?? 'PKCS #8',
  isEncrypted: label === 'ENCRYPTED' || body.includes('ENCRYPTED'),
  publicKey: null,
  comment: null,
});

function openSshFacts(bytes: Uint8Array): PrivateKeyFacts | null {
  if (new TextDecoder().decode(bytes.subarray(0, MAGIC.length)) !== MAGIC) {
    return null;
  }
  const reader = new Reader(bytes, MAGIC.length);
  const cipher = reader.text();
  reader.string();
  reader.string();
  reader.number();
  const blob = reader.string();
  const isEncrypted = cipher !== 'none';
  const type = new Reader(blob, 0).text();
  return {
    kind: kindOf(type, blob),
    isEncrypted,
    publicKey: `${type} ${base64Of(blob)}`,
    comment: isEncrypted ? null : commentOf(reader.string()),
  };
}

/** Two numbers for a check stand before the type. */
function commentOf(part: Uint8Array): string | null {
  const reader = new Reader(part, 8);
  const type = reader.text();
  const strings = type.startsWith('ecdsa-') ? ECDSA_STRINGS : own(PRIVATE_STRINGS, type);
  if (strings === undefined) {
    return null;
  }
  for (let skipped = 0; skipped < strings; skipped += 1) {
    reader.string();
  }
  return reader.text() || null;
}

function kindOf(type: string, blob: Uint8Array): string {
  if (type === 'ssh-rsa') {
    const reader = new Reader(blob, 0);
    reader.string();
    reader.string();
    // A zero keeps the first bit from being a sign.
    const modulus = reader.string();
    return `RSA ${(modulus.length - (modulus[0] === 0 ? 1 : 0)) * 8}`;
  }
  const curve = /^ecdsa-sha2-nistp(\d+)/.exec(type)?.[1];
  return curve === undefined ? type.replace(/^(?:sk-)?ssh-|@.*$/g, '').toUpperCase() : `ECDSA ${curve}`;
}

/** As `ssh-keygen -l` prints it; `null` = this page came without TLS, where browsers compute no digest. */
export async function fingerprintOf(publicKey: string): Promise<string | null> {
  const { subtle } = globalThis.crypto as Partial<Crypto>;
  if (subtle === undefined) {
    return null;
  }
  const digest = await subtle.digest('SHA-256', bytesOf(publicKey.split(' ')[1] ?? '').slice());
  return `SHA256:${base64Of(new Uint8Array(digest)).replace(/=+$/, '')}`;
}
