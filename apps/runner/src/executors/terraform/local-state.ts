import { isAbsolute, join, relative } from 'node:path';
import { z } from 'zod';
import type { AttemptFiles } from '../../files/attempt-files.js';

/** Record that `init` leaves about the backend (`.terraform/terraform.tfstate`); absent without a backend block. */
const InitialisedBackend = z.object({
  backend: z.object({
    type: z.string(),
    config: z.object({ path: z.string().nullish() }).nullish(),
  }),
});

/** Where an initialised configuration keeps its state in a file of this machine, by an absolute path; `null` = elsewhere. */
export async function localStatePath(files: AttemptFiles, configurationDir: string): Promise<string | null> {
  const content = await files.read(join(configurationDir, '.terraform', 'terraform.tfstate'));
  const parsed = InitialisedBackend.safeParse(parse(content?.toString('utf8') ?? ''));
  const path = parsed.data?.backend.type === 'local' ? parsed.data.backend.config?.path : null;
  return path && isAbsolute(path) ? path : null;
}

/**
 * True when the state of an initialised configuration would be written into `root`: without a backend, or with the
 * `local` one and a path inside. A file that cannot be understood counts as a real backend.
 */
export async function keepsStateInside(files: AttemptFiles, root: string, configurationDir: string): Promise<boolean> {
  const content = await files.read(join(configurationDir, '.terraform', 'terraform.tfstate'));
  if (content === null) {
    return true;
  }
  const parsed = InitialisedBackend.safeParse(parse(content.toString('utf8')));
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
