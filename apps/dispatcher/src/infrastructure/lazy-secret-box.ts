import { secretBoxOf } from '@switchyard/infrastructure';
import { EncryptionError, type SecretBox } from '@switchyard/server';
import type { DispatcherConfig } from '../config.js';

/** Encryption at rest, whose key is not loaded before it is needed: a dispatcher without secrets needs none. */
export class LazySecretBox {
  private box: Promise<SecretBox> | undefined;

  constructor(private readonly config: DispatcherConfig) {}

  open(): Promise<SecretBox> {
    this.box ??= secretBoxOf(this.config);
    return this.box;
  }

  /** As `SecretBox.seal`. */
  async seal(text: string, context: string): Promise<string> {
    return (await this.open()).seal(text, context);
  }

  /** As `SecretBox.openText`. */
  async openText(sealed: string, context: string): Promise<string> {
    return (await this.open()).openText(sealed, context);
  }

  /** As `openText`; undefined when it was sealed with another key. */
  async tryOpenText(sealed: string, context: string): Promise<string | undefined> {
    try {
      return await this.openText(sealed, context);
    } catch (error) {
      if (error instanceof EncryptionError) {
        return undefined;
      }
      throw error;
    }
  }
}
