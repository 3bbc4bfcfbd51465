import { type JobInventory, problem } from '@switchyard/contracts';
import { AttemptFailure } from '../../attempt-failure.js';
import type { Workspace } from '../../attempt/workspace.js';
import { openAgent } from '../../credentials/open-agent.js';
import { writeSecretFile } from '../../credentials/secret-file.js';

/** How Ansible logs in to hosts and becomes another user there. Passwords are in files, keys in an agent. */
export interface AnsibleCredentials {
  user: string;
  connectionPasswordFile: string | null;
  becomeUser: string;
  becomePasswordFile: string | null;
  /** Environment that leads to the agent. */
  env: Record<string, string>;
}

/** @throws AttemptFailure when a key cannot be read or is of the wrong kind. */
export async function ansibleCredentials(workspace: Workspace, inventory: JobInventory): Promise<AnsibleCredentials> {
  const { ssh_key: login, become_key: become } = inventory;
  if (become.type === 'ssh') {
    throw new AttemptFailure(problem('become_key'));
  }
  return {
    user: login.type === 'none' ? '' : login.login,
    connectionPasswordFile:
      login.type === 'login_password' ? await passwordFile(workspace, 'connection-password', login.password) : null,
    becomeUser: become.type === 'none' ? '' : become.login,
    becomePasswordFile:
      become.type === 'login_password' ? await passwordFile(workspace, 'become-password', become.password) : null,
    env: login.type === 'ssh' ? { SSH_AUTH_SOCK: (await openAgent(workspace, login, 'inventory')).socketPath } : {},
  };
}

async function passwordFile(workspace: Workspace, name: string, password: string): Promise<string | null> {
  return password ? writeSecretFile(workspace, name, `${password}\n`) : null;
}
