/** `npm run package:runner`: makes the packages of the runner for all systems, or for those that are named. */
import path from 'node:path';
import { runPackageCommand } from '../package-options.mjs';
import { packageRunner } from './package-runner.mjs';

/** @type {import('../package-options.mjs').PackageCommand<import('./package-runner.mjs').Kind>} */
const COMMAND = {
  name: 'package:runner',
  app: 'runner',
  kinds: ['archive', 'debian', 'rpm'],
  needs: 'dpkg-deb for Debian packages, rpmbuild for RPM packages',
};

process.exitCode = await runPackageCommand(COMMAND, process.argv.slice(2), (options) =>
  packageRunner(options, (file) => console.log(path.relative(process.cwd(), file))),
);
