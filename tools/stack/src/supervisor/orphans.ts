import { isSameProcess } from '../process/process-info.js';
import { stopGroup } from '../process/stop-group.js';
import type { StackRecord } from './stack-record.js';

/**
 * Ends what a killed supervisor left running. A pid that belongs to another program by now is left alone.
 * @returns whether there was something
 */
export async function stopOrphans(
  record: StackRecord,
  report: (line: string) => void,
  graceMs: number,
): Promise<boolean> {
  const orphans = record.processes.filter(isSameProcess);
  if (orphans.length > 0) {
    report(`Ending what an earlier start left behind: ${orphans.map(({ name }) => name).join(', ')}`);
  }
  await Promise.all(orphans.map(({ pid }) => stopGroup(pid, graceMs)));
  [...record.processes].forEach(({ pid }) => record.remove(pid));
  return orphans.length > 0;
}
