import type { Command, CommandOptions } from 'commander';
import { type CommonOptions, openInvocation, type Invocation } from '../invocation.js';
import type { Terminal } from '../terminal.js';

/** Action of a command; `args` are its arguments. @returns exit code, nothing = 0 */
export type Act<O> = (invocation: Invocation, args: string[], options: O) => Promise<number | void>;

/** Adds commands to a program, and keeps the exit code of the one that ran. */
export class Registry {
  exitCode = 0;

  constructor(
    readonly program: Command,
    readonly terminal: Terminal,
  ) {}

  /**
   * Adds a command that calls the server.
   * @param usage its name and arguments, such as `stop <task>`
   */
  add<O>(parent: Command, usage: string, summary: string, act: Act<O>, how: CommandOptions = {}): Command {
    return parent
      .command(usage, how)
      .description(summary)
      .action(async (...given: unknown[]) => {
        const command = given.at(-1) as Command;
        const options = command.optsWithGlobals<O & CommonOptions>();
        const invocation = await openInvocation(options, this.terminal);
        try {
          this.exitCode = (await act(invocation, command.args, options)) ?? 0;
        } finally {
          invocation.client.close();
        }
      });
  }
}
