import type { Problem } from '@switchyard/contracts';

/** Why the vault gave no value. */
export class VaultFault extends Error {
  override readonly name = 'VaultFault';

  /** @param mayPass whether another try may end otherwise */
  constructor(
    readonly problem: Problem,
    readonly mayPass: boolean,
  ) {
    super(problem.code);
  }
}
