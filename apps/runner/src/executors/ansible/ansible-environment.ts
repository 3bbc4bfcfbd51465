import { join } from 'node:path';
import type { Workspace } from '../../attempt/workspace.js';
import { ansibleSetting } from './ansible-config.js';

/**
 * Variables of Ansible unless the variable group overrides them.
 *
 * - Host keys of managed hosts are not checked: hosts come and go, and nobody can answer a question.
 * - Inventory scripts are not executed: a `file` inventory is data, whatever its mode.
 * - An inventory that cannot be read is an error instead of an empty one.
 */
export async function ansibleDefaults(workspace: Workspace, checkout: string): Promise<Record<string, string>> {
  const ansibleHome = join(workspace.dir, 'home', '.ansible');
  return {
    PYTHONUNBUFFERED: '1',
    ANSIBLE_FORCE_COLOR: 'True',
    ANSIBLE_HOST_KEY_CHECKING: 'False',
    ANSIBLE_HOME: ansibleHome,
    ANSIBLE_LOCAL_TEMP: join(ansibleHome, 'tmp'),
    ...(await remoteTemp(workspace, checkout)),
    ANSIBLE_SSH_CONTROL_PATH_DIR: workspace.sockets.path,
    ANSIBLE_PERSISTENT_CONTROL_PATH_DIR: workspace.sockets.path,
    ANSIBLE_RETRY_FILES_ENABLED: 'False',
    ANSIBLE_INVENTORY_ENABLED: 'host_list,auto,yaml,ini,toml',
    ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED: 'True',
  };
}

/**
 * Where modules with their arguments are put on a host. Ansible takes `~` for the home in the user database, also on this
 * machine, where files would outlive the attempt; the shell of a host takes `$HOME` for the same directory elsewhere and
 * for the attempt's own here. A directory of another kind that the checkout sets is left alone.
 */
async function remoteTemp({ files }: Workspace, checkout: string): Promise<Record<string, string>> {
  const path = (await ansibleSetting(files, checkout, /^remote_te?mp\s*=\s*(.+)$/m)) ?? '~/.ansible/tmp';
  return path.startsWith('~/') ? { ANSIBLE_REMOTE_TMP: `$HOME${path.slice(1)}` } : {};
}
