/** `npm run package:cli`: makes the packages of the command line for all systems, or for those that are named. */
import path from 'node:path';
import { runPackageCommand } from '../package-options.mjs';
import { packageCli } from './package-cli.mjs';

/** @type {import('../package-options.mjs').PackageCommand<import('./package-cli.mjs').Kind>} */
const COMMAND = {
  name: 'package:cli',
  app: 'cli',
  kinds: ['archive', 'debian', 'npm'],
  needs: 'dpkg-deb for Debian packages',
};

process.exitCode = await runPackageCommand(COMMAND, process.argv.slice(2), (options) =>
  packageCli(options, (file) => console.log(path.relative(process.cwd(), file))),
);
