import { resolve } from 'node:path';
import { startHelp } from '@switchyard/settings';
import { runStack } from './supervisor/run-stack.js';
import { readSettings } from './supervisor/settings.js';
import { StartError } from './start-error.js';

const report = (line: string) => process.stdout.write(`${line}\n`);

/** The checkout, unless SWITCHYARD_STACK_ROOT names another directory that holds built applications. */
const root = process.env.SWITCHYARD_STACK_ROOT ?? resolve(import.meta.dirname, '../../..');

/** Nobody may be reading any more; the stack goes on without its screen. */
process.stdout.on('error', () => undefined);

process.exit(await main());

async function main(): Promise<number> {
  try {
    const settings = readSettings(process.argv.slice(2), process.env, root);
    if (settings === 'help') {
      report(startHelp());
      return 0;
    }
    return await runStack({ root, settings, report, readyTimeoutMs: 120_000 });
  } catch (error) {
    if (!(error instanceof StartError)) {
      throw error;
    }
    report(error.message);
    return 1;
  }
}
