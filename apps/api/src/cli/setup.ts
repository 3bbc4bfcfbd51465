import { resolve } from 'node:path';
import { z } from 'zod';
import { ensureFirstAdmin } from './first-admin.js';
import { FirstPassword } from './first-password.js';
import { provisionLocalRunners } from './local-runners.js';
import type { CliContext } from './cli-context.js';
import { UsageError } from './terminal.js';

const SetupOptions = z.object({
  'runner-dir': z.string().min(1),
  'password-file': z.string().min(1).optional(),
  runners: z.coerce.number().int().min(0).max(100),
});

/** Makes an installation ready to start: schema, first administrator, local runners. May be repeated. */
export async function setup({ options, config, dataSource, terminal }: CliContext): Promise<void> {
  const parsed = SetupOptions.safeParse(options);
  if (!parsed.success) {
    throw new UsageError('setup needs --runner-dir DIR and --runners N (0 to 100)');
  }
  const directory = resolve(parsed.data['runner-dir']);
  const admin = await ensureFirstAdmin(dataSource, config, new FirstPassword(parsed.data['password-file']));
  const runners = await provisionLocalRunners(dataSource, directory, parsed.data.runners);
  terminal.print(JSON.stringify({ admin, runners }));
}
