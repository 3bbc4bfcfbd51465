import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { z } from 'zod';

/** What `init` leaves about the backend (`.terraform/terraform.tfstate`); absent without a backend block. */
const InitialisedBackend = z.object({
  backend: z.object({
    type: z.string(),
    config: z.object({ path: z.string().nullish() }).nullish(),
  }),
});

/**
 * True when the state of an initialised configuration would be written into `root`: without a backend, or with the
 * `local` one and a path inside. A file that cannot be understood counts as a real backend.
 */
export async function keepsStateInside(root: string, configurationDir: string): Promise<boolean> {
  const text = await readFile(join(configurationDir, '.terraform', 'terraform.tfstate'), 'utf8').catch(() => null);
  if (text === null) {
    return true;
  }
  const parsed = InitialisedBackend.safeParse(parse(text));
  if (!parsed.success || parsed.data.backend.type !== 'local') {
    return false;
  }
  const path = parsed.data.backend.config?.path ?? '';
  return !isAbsolute(path) || !relative(root, path).startsWith('..');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
