import nacl from 'tweetnacl';

/** Who a simulated runner is. */
export interface SimulatedIdentity {
  name: string;
  token: string;
  /** Raw X25519 private key. */
  secretKey: Uint8Array;
}

/** A fresh X25519 pair; the public half in base64, as the control plane takes it. */
export function newRunnerKeys(): { publicKey: string; secretKey: Uint8Array } {
  const { publicKey, secretKey } = nacl.box.keyPair();
  return { publicKey: Buffer.from(publicKey).toString('base64'), secretKey };
}
