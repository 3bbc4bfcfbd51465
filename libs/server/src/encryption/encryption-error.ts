import { type Problem, type ProblemParam, sentenceOf } from '@switchyard/contracts';

/** A secret cannot be sealed or opened, or a key cannot be used. The message never holds a key or a secret. */
export class EncryptionError extends Error {
  override readonly name = 'EncryptionError';

  /** @param reason a problem where people see it, else words for those who run the server */
  constructor(readonly reason: ProblemParam & (string | Problem)) {
    super(typeof reason === 'string' ? reason : sentenceOf(reason));
  }
}
