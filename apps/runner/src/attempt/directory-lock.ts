import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FatalError } from '../gateway/gateway-errors.js';
import { bootId, findProcess } from '../process/process-table.js';

/**
 * Takes a directory for this process; a lock of a process that does not live any more does not count.
 * @returns gives it back
 * @throws FatalError when another process holds it
 */
export function lockDirectory(dir: string): () => void {
  const file = path.join(dir, 'lock');
  const own = identity(process.pid);
  const holder = readHolder(file);
  if (holder !== null && holder.pid !== process.pid && identity(holder.pid) === holder.text) {
    throw new FatalError(`the work directory ${dir} is used by another runner (process ${holder.pid})`);
  }
  writeFileSync(file, own, { mode: 0o600 });
  return () => {
    if (readHolder(file)?.text === own) {
      rmSync(file, { force: true });
    }
  };
}

/** Process id, start time and boot: the id alone may have been given to another process. */
function identity(pid: number): string {
  return `${pid} ${findProcess(pid)?.startTicks ?? 0} ${bootId()}`;
}

function readHolder(file: string): { pid: number; text: string } | null {
  try {
    const text = readFileSync(file, 'utf8');
    return { pid: Number.parseInt(text, 10), text };
  } catch {
    return null;
  }
}
