import { atServer, runApiCommand } from './at-server.js';

/** The commands about the place of the installation in its bucket, whether the stack is running or not. */
process.exit(await atServer((settings) => runApiCommand(settings, bucketCommand(process.argv.slice(2)))));

/** The help writes commands as `bucket claim`; `claim` alone is understood as well. */
function bucketCommand([first, ...rest]: string[]): string[] {
  return first === undefined ? ['--help'] : ['bucket', ...(first === 'bucket' ? rest : [first, ...rest])];
}
