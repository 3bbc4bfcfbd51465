import { askForRotation, revokeSigningKeys } from '../runners/id-tokens/signing-keys.repository.js';
import type { CliContext } from './cli-context.js';

/** Asks the api for another key that signs ID tokens. */
export async function rotateIdTokenKeys({ dataSource, terminal }: CliContext): Promise<void> {
  await askForRotation(dataSource.manager, new Date());
  terminal.print('The next request for a token, or for the published keys, makes a key. It signs ten minutes later.');
}

/** Withdraws every key that signs ID tokens. */
export async function revokeIdTokenKeys({ dataSource, terminal }: CliContext): Promise<void> {
  const count = await dataSource.transaction((manager) => revokeSigningKeys(manager));
  terminal.print(`Withdrew ${count} keys. Their tokens are refused as soon as clouds read the published keys again.`);
}
