import { Injectable, Logger } from '@nestjs/common';
import { issueAt, type Problem, problem, sentenceOf } from '@switchyard/contracts';
import { ItemFault } from '@switchyard/database';
import { invalidRequest, SecretBox } from '@switchyard/server';
import { refusal } from '../../platform/http/refusals.js';
import { openCredential, withVaultValue } from '../../resources/keys/stored-credential.js';
import { PendingSecretsError } from '../../resources/shared/pending-secrets.js';
import { VaultReader } from '../../resources/vault/vault-reader.js';
import type { BasicCredential } from '../../platform/http/basic-credential.js';

/** How long a request waits for a vault, in milliseconds. */
const PATIENCE_MS = 3_000;

/** A key that an address of the backend asks for. */
export interface BackendKey {
  id: number;
  projectId: number;
  name: string;
  /** Sealed; `null` = the key holds none. */
  secret: string | null;
  /** Where a vault keeps its password; `null` = it is stored here. */
  vaultReference: string | null;
}

/** Opens the login and password that addresses of the backend ask for, with the password of a vault where it keeps it. */
@Injectable()
export class AliasCredentials {
  private readonly log = new Logger(AliasCredentials.name);

  constructor(
    private readonly box: SecretBox,
    private readonly vault: VaultReader,
  ) {}

  /**
   * `null` = the key holds no login and password, so nobody has them. A value of a vault is used for some seconds.
   * @throws 503 when the vault gives none. Who asks has proven nothing yet: the log has the reason, the answer has not
   */
  async of(key: BackendKey): Promise<BasicCredential | null> {
    const value = await this.vaultValue(key);
    if (typeof value === 'object' && value !== null) {
      this.log.warn(sentenceOf(value));
      throw refusal(503, 'state_key_unread');
    }
    const stored = openCredential(this.box, key);
    const credential = value === null ? stored : withVaultValue('login_password', stored, value);
    return credential.type === 'login_password' && credential.password !== '' ? credential : null;
  }

  /** @throws 400 with the reason at `member` when its vault does not give the password of the key */
  async requireReadable(key: BackendKey, member: string): Promise<void> {
    const value = await this.vaultValue(key);
    if (typeof value === 'object' && value !== null) {
      throw invalidRequest([issueAt([member], value)]);
    }
  }

  /** The password, `null` when no vault keeps it, or why it was not given. */
  private async vaultValue({ id, projectId, name, vaultReference }: BackendKey): Promise<string | Problem | null> {
    if (vaultReference === null) {
      return null;
    }
    const what = problem('owner_key', { name });
    try {
      const use = { projectId, reader: `backend key ${id}` };
      return (await this.vault.read(use, [vaultReference], PATIENCE_MS)).get(vaultReference, what);
    } catch (error) {
      if (error instanceof PendingSecretsError) {
        return problem('vault_unread', { what, reason: problem('vault_slow') });
      }
      if (error instanceof ItemFault) {
        return error.problem;
      }
      throw error;
    }
  }
}
