import { chmod, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** Removes a directory with all it holds, also where a tool has taken its own write permission away. */
export async function removeTree(dir: string): Promise<void> {
  const options = { recursive: true, force: true, maxRetries: 3 };
  try {
    await rm(dir, options);
  } catch {
    await makeWritable(dir);
    await rm(dir, options);
  }
}

async function makeWritable(dir: string): Promise<void> {
  await chmod(dir, 0o700);
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      await makeWritable(path.join(dir, entry.name));
    }
  }
}
