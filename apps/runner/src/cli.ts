import { type Command, readCommandLine } from './command-line.js';
import { check } from './commands/check.js';
import { register } from './commands/register.js';
import { start } from './commands/start.js';
import { unregister } from './commands/unregister.js';
import { ConfigError, readConfig, type RunnerConfig } from './config/config.js';
import { FatalError } from './gateway/gateway-errors.js';
import { HELP } from './help.js';
import { createRunnerLog } from './runner-log.js';
import { VERSION } from './version.js';

/** Exit codes of sysexits(3): a wrong command line, and a configuration that cannot work however often it is tried. */
const EX_USAGE = 64;
const EX_CONFIG = 78;

const log = createRunnerLog((line) => process.stdout.write(line));

/** Resolves with the exit code. */
async function run(command: Command, config: RunnerConfig, force: boolean): Promise<number> {
  switch (command) {
    case 'start':
      return codeOf(await start(config, log));
    case 'register':
      await register(config, log, force);
      return 0;
    case 'unregister':
      await unregister(config, log);
      return 0;
    case 'check': {
      const findings = await check(config);
      findings.forEach(({ what, state, text }) => process.stdout.write(`${state.padEnd(5)}${what}: ${text}\n`));
      return findings.some(({ state }) => state === 'bad') ? 1 : 0;
    }
  }
}

function codeOf(error: unknown): number {
  if (error === null) {
    return 0;
  }
  if (error instanceof ConfigError) {
    const faults = error.faults.map((fault) => `  - ${fault}\n`).join('');
    process.stderr.write(`The runner cannot start:\n${faults}`);
    return EX_CONFIG;
  }
  log.error(error instanceof Error ? error.message : String(error));
  return error instanceof FatalError ? EX_CONFIG : 1;
}

/** Does what the command line asks for. @returns the exit code */
export const cli = (): Promise<number> => obey().catch(codeOf);

async function obey(): Promise<number> {
  const line = readCommandLine(process.argv.slice(2));
  switch (line.kind) {
    case 'help':
      process.stdout.write(HELP);
      return 0;
    case 'version':
      process.stdout.write(`${VERSION}\n`);
      return 0;
    case 'wrong':
      process.stderr.write(`${line.message}\n\n${HELP}`);
      return EX_USAGE;
    case 'run':
      return run(line.command, readConfig({ env: process.env, flags: line.flags }), line.force);
  }
}
