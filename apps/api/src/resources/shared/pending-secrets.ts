/** A vault or a forge is still being asked: what needs its answer can be made once that has ended. */
export class PendingSecretsError extends Error {
  override readonly name = 'PendingSecretsError';

  /** @param ended never fails */
  constructor(readonly ended: Promise<void>) {
    super('Secrets are still being read');
  }
}
