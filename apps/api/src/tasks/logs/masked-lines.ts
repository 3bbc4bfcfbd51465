import { type LogLines, MAX_ANSWER_SECRETS, numberOf, type SecretName } from '@switchyard/contracts';
import type { LineMask } from './chunk-masks.js';

/** JSON of a place, in bytes. */
export const PLACE_BYTES = 24;

/** Collects the places of secrets in the lines of an answer. */
export class MaskedLines {
  private readonly places: number[] = [];
  private readonly secrets: SecretName[] = [];
  private readonly numbers = new Map<string, number>();

  /** @param line its number within the answer; ascending */
  add(line: number, masks: readonly LineMask[]): void {
    for (const { column, name } of masks) {
      this.places.push(line, column, name === null ? 0 : this.numberOf(name));
    }
  }

  /** Its part of the answer; empty without a place. */
  get member(): Pick<LogLines, 'masked'> {
    return this.places.length === 0 ? {} : { masked: { places: this.places, secrets: this.secrets } };
  }

  private numberOf(name: SecretName): number {
    return numberOf(name, this.secrets, this.numbers, MAX_ANSWER_SECRETS);
  }
}
