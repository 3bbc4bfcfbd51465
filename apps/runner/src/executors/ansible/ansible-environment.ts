import { join } from 'node:path';
import type { Workspace } from '../../attempt/workspace.js';

/**
 * What Ansible runs with unless the variable group says otherwise.
 *
 * - Host keys of managed hosts are not checked: hosts come and go, and nobody can answer a question.
 * - Inventory scripts are not executed: a `file` inventory is data, whatever its mode.
 * - An inventory that cannot be read is an error instead of an empty one.
 */
export function ansibleDefaults(workspace: Workspace): Record<string, string> {
  const ansibleHome = join(workspace.dir, 'home', '.ansible');
  return {
    PYTHONUNBUFFERED: '1',
    ANSIBLE_FORCE_COLOR: 'True',
    ANSIBLE_HOST_KEY_CHECKING: 'False',
    ANSIBLE_HOME: ansibleHome,
    ANSIBLE_LOCAL_TEMP: join(ansibleHome, 'tmp'),
    ANSIBLE_SSH_CONTROL_PATH_DIR: workspace.sockets,
    ANSIBLE_PERSISTENT_CONTROL_PATH_DIR: workspace.sockets,
    ANSIBLE_RETRY_FILES_ENABLED: 'False',
    ANSIBLE_INVENTORY_ENABLED: 'host_list,auto,yaml,ini,toml',
    ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED: 'True',
  };
}
