import { type Problem, problem } from '@switchyard/contracts';
import { ItemFault } from '@switchyard/database';
import { VaultFault } from './vault-fault.js';

/** Values of a vault by their references. They must not be kept, logged or sent unsealed. */
export class VaultValues {
  static readonly none = new VaultValues(new Map());

  /** None of these was there in time. */
  static slow(references: readonly string[]): VaultValues {
    const fault = new VaultFault(problem('vault_slow'), true);
    return new VaultValues(new Map(references.map((reference) => [reference, fault])));
  }

  /**
   * @param isLenient what could not be read is an empty text
   * @param isWhole nothing is missing
   */
  constructor(
    private readonly values: ReadonlyMap<string, string | VaultFault>,
    private readonly isLenient = false,
    readonly isWhole = true,
  ) {}

  /** The same, for whom values of these references that are missing are no obstacle. */
  lenient(references: readonly string[]): VaultValues {
    const isWhole = references.every((reference) => typeof this.values.get(reference) === 'string');
    return new VaultValues(this.values, true, isWhole);
  }

  /** @throws ItemFault that names `what` refers to the vault and why its value is not there */
  get(reference: string, what: Problem): string {
    const value = this.values.get(reference);
    if (typeof value === 'string') {
      return value;
    }
    if (this.isLenient) {
      return '';
    }
    const reason = value?.problem ?? problem('vault_unreachable');
    throw new ItemFault(problem('vault_unread', { what, reason }), { cause: value });
  }
}
