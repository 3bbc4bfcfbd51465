import { Command, CommanderError } from 'commander';
import { addApi } from './commands/api.js';
import { addCompletion } from './commands/completion.js';
import { addFiles } from './commands/files.js';
import { addImport } from './commands/import.js';
import { addLists } from './commands/lists.js';
import { addLogs } from './commands/logs.js';
import { Registry } from './commands/register.js';
import { addRun } from './commands/run.js';
import { addSignIn } from './commands/sign-in.js';
import { addState } from './commands/state.js';
import { addTasks } from './commands/tasks.js';
import { CommandError, EXIT } from './exit-codes.js';
import type { Terminal } from './terminal.js';
import { VERSION } from './version.js';

const HELP = `
Environment:
  SWITCHYARD_SERVER    address of the server
  SWITCHYARD_TOKEN     API token
  SWITCHYARD_PROJECT   project by name or id
  SWITCHYARD_CONTEXT   context to use
  NO_COLOR             show no colours

Exit codes:
  0 success, 1 failure, 2 wrong command line, 3 not signed in or not allowed, 4 not found,
  5 refused, 6 server away, 130 interrupted.
  With --follow a task that failed ends the command with the exit code of its tool,
  and one that was stopped, canceled or rejected with 130.`;

/** The program with all of its commands. */
export function buildProgram(terminal: Terminal): Registry {
  const program = new Command('switchyard')
    .description('Start tasks, follow their logs, and look after what runs')
    .version(VERSION)
    .option('-p, --project <project>', 'project by name or id')
    .option('--context <context>', 'context to use')
    .option('--server <address>', 'address of the server')
    .option('-o, --output <format>', 'table, json, yaml, or template=TEXT with places such as {{id}}', 'table')
    .addHelpText('after', HELP)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    });
  const registry = new Registry(program, terminal);
  for (const add of [
    addSignIn,
    addLists,
    addRun,
    addTasks,
    addLogs,
    addState,
    addFiles,
    addImport,
    addApi,
    addCompletion,
  ]) {
    add(registry);
  }
  return registry;
}

/** Runs the command that the words name. @returns exit code */
export async function runCommandLine(words: readonly string[], terminal: Terminal = process): Promise<number> {
  leaveWithReader(terminal);
  const registry = buildProgram(terminal);
  try {
    await registry.program.parseAsync([...words], { from: 'user' });
    return registry.exitCode;
  } catch (error) {
    return exitCodeOf(error, terminal);
  }
}

function exitCodeOf(error: unknown, { stderr }: Terminal): number {
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  if (error instanceof CommandError) {
    stderr.write(`${error.message}\n`);
    return error.code;
  }
  stderr.write(`Unexpected: ${error instanceof Error ? error.stack : String(error)}\n`);
  return EXIT.failed;
}

/** A reader that has seen enough, such as `head`, ends the command without a word. */
function leaveWithReader({ stdout }: Terminal): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failed));
}
