/** A secret cannot be sealed or opened, or a key cannot be used. The message never holds a key or a secret. */
export class EncryptionError extends Error {
  override readonly name = 'EncryptionError';
}
