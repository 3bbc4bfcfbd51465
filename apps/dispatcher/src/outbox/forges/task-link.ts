import { reachedAddress } from '@switchyard/settings';
import type { DispatcherConfig } from '../../config.js';

interface LinkedTask {
  project: { id: number };
  template: { id: number };
  task: { id: number };
}

/** The page of a task; null = this installation has no address. */
export function taskLink(config: DispatcherConfig, { project, template, task }: LinkedTask): string | null {
  const address = reachedAddress(config);
  return address && `${address}/project/${project.id}/templates/${template.id}?t=${task.id}`;
}
