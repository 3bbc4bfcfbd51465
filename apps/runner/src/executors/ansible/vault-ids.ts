import { type JobVault, problem } from '@switchyard/contracts';
import { AttemptFailure } from '../../attempt-failure.js';
import type { Workspace } from '../../attempt/workspace.js';
import { writeSecretFile } from '../../credentials/secret-file.js';
import { pathInCheckout } from '../../git/checkout-path.js';

/**
 * Values of `--vault-id`: `NAME@FILE`, where the file holds the password or is a script of the repository.
 * @throws AttemptFailure when a name is malformed or a script is not in the repository.
 */
export async function vaultIds(workspace: Workspace, vaults: readonly JobVault[], checkout: string): Promise<string[]> {
  return Promise.all(
    vaults.map(async (vault, index) => {
      const name = vault.name || 'default';
      if (!/^\w[\w.-]*$/.test(name)) {
        throw new AttemptFailure(problem('vault_name_refused', { name }));
      }
      const file =
        vault.type === 'password'
          ? await writeSecretFile(workspace, `vault-${index}`, `${vault.password}\n`)
          : await pathInCheckout(workspace.files, checkout, vault.script, 'word_vault_script');
      return `${name}@${file}`;
    }),
  );
}
