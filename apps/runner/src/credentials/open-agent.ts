import type { Credential } from '@switchyard/contracts';
import type { Workspace } from '../attempt/workspace.js';
import { readSshKey } from './ssh-key.js';
import { startSshAgent, type SshAgent } from './ssh-agent.js';

/**
 * Starts an agent that holds this one key; it ends with the workspace at the latest.
 * @param name file name of the socket; also names the key in messages.
 * @throws AttemptFailure when the key cannot be read.
 */
export async function openAgent(
  workspace: Workspace,
  credential: Extract<Credential, { type: 'ssh' }>,
  name: string,
): Promise<SshAgent> {
  const key = await readSshKey(credential.private_key, credential.passphrase, `of the ${name}`);
  const agent = await startSshAgent(workspace.sockets, name, [key]);
  workspace.onClose(agent.close);
  return agent;
}
