import { atServer, runOfflineCommand } from './at-server.js';

/** The commands about signing subscriptions, whether the stack is running or not. */
process.exit(await atServer((settings) => runOfflineCommand(settings, subscriptionCommand(process.argv.slice(2)))));

/** The help writes commands as `subscription issue`; `issue` alone is understood as well. */
function subscriptionCommand([first, ...rest]: string[]): string[] {
  return first === undefined ? ['--help'] : ['subscription', ...(first === 'subscription' ? rest : [first, ...rest])];
}
