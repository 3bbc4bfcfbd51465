import { messageOf } from '@switchyard/concurrency';
import { CONFIG_EXIT_CODE, ConfigError, forgetSettings } from '@switchyard/settings';
import { type Command, readCommandLine } from './command-line.js';
import { check } from './commands/check.js';
import { register } from './commands/register.js';
import { start } from './commands/start.js';
import { unregister } from './commands/unregister.js';
import { readConfig, type RunnerConfig } from './config/config.js';
import { FatalError } from './gateway/gateway-errors.js';
import { HELP } from './help.js';
import { createRunnerLog } from './runner-log.js';
import { VERSION } from './version.js';

/** Exit code of sysexits(3) for a wrong command line. */
const EX_USAGE = 64;

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
    return CONFIG_EXIT_CODE;
  }
  log.error(messageOf(error));
  return error instanceof FatalError ? CONFIG_EXIT_CODE : 1;
}

/** Runs the command of the command line. @returns the exit code */
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
      return run(line.command, ownConfig(line.flags), line.force);
  }
}

/** The settings leave the environment, so that no process that is started later gets them. */
function ownConfig(flags: Record<string, string>): RunnerConfig {
  const config = readConfig({ env: process.env, flags });
  forgetSettings(process.env);
  return config;
}
