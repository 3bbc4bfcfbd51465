import { type NamedSecret, secretKey, type SecretName } from '@switchyard/contracts';
import { SecretMasker } from '@switchyard/masking';

/** The masker of an attempt, which knows what people call its secrets. */
export class NamingMasker extends SecretMasker {
  private readonly names: readonly (SecretName | null)[];
  private readonly known: ReadonlySet<string>;

  /** @throws Error as {@link SecretMasker} does */
  constructor(secrets: readonly NamedSecret[]) {
    super(secrets.map(({ value }) => value));
    this.names = secrets.map(({ name }) => name);
    this.known = new Set(this.names.flatMap((name) => (name === null ? [] : [secretKey(name)])));
  }

  /** @param secret as of a mark */
  nameOf(secret: number): SecretName | null {
    return this.names[secret] ?? null;
  }

  /** The name that a runner sent, if a secret of the task is called so: it cannot make others up. */
  trusted(name: SecretName | null): SecretName | null {
    return name !== null && this.known.has(secretKey(name)) ? name : null;
  }
}
