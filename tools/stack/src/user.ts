import { atServer, runApiCommand } from './at-server.js';

const args = process.argv.slice(2);

/** The api's user commands, whether the stack is running or not. */
process.exit(await atServer((settings) => runApiCommand(settings, userCommand(args))));

/** The help writes commands as `user list`; `list` alone is understood as well. */
function userCommand([first, ...rest]: string[]): string[] {
  return first === undefined ? ['--help'] : ['user', ...(first === 'user' ? rest : [first, ...rest])];
}
