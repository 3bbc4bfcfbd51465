import { askForRotation, revokeSigningKeys } from '../runners/gateway/id-tokens/signing-keys.repository.js';
import type { CliContext } from './cli-context.js';

/** Commands for the keys that sign ID tokens of tasks, by their words. */
export const idTokenKeyCommands = {
  'id-token-keys rotate': rotate,
  'id-token-keys revoke': revoke,
};

/** Asks the api for another key. */
async function rotate({ dataSource, terminal }: CliContext): Promise<void> {
  await askForRotation(dataSource.manager, new Date());
  terminal.print('The next request for a token, or for the published keys, makes a key. It signs ten minutes later.');
}

/** Withdraws every key. */
async function revoke({ dataSource, terminal }: CliContext): Promise<void> {
  const count = await dataSource.transaction((manager) => revokeSigningKeys(manager));
  terminal.print(`Withdrew ${count} keys. Their tokens are refused as soon as clouds read the published keys again.`);
}
