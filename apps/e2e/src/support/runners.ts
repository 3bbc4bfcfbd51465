import type { Runner } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { ApiClient } from './api-client.js';

/** The first runner of the stack, once it is online. */
export function onlineRunner(client: ApiClient): Promise<Runner> {
  return eventually(async () => {
    const [first] = await client.call<Runner[]>('GET', '/runners');
    if (first?.health !== 'online') {
      throw new Error('the runner is not online');
    }
    return first;
  });
}

/**
 * Creates a runner that nobody starts.
 * @param path of a project, or '' for all projects
 */
export function createRunner(client: ApiClient, path: string, more: object): Promise<number> {
  return client.create(`${path}/runners`, { max_parallel_tasks: 0, active: true, webhook: '', tags: [], ...more });
}
