import type { SignInError } from '@switchyard/contracts';

/** A sign-in by a provider that leads back to the sign-in page. */
export class OidcFailure extends Error {
  override readonly name = 'OidcFailure';

  constructor(readonly reason: SignInError) {
    super(reason);
  }
}
