/** A vault is still being read: what needs its values can be made once that has ended. */
export class VaultPendingError extends Error {
  override readonly name = 'VaultPendingError';

  /** @param ended never fails */
  constructor(readonly ended: Promise<void>) {
    super('The vault is still being read');
  }
}
