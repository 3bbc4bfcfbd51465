import { runnerSettings, settingsHelp } from '@switchyard/settings';
import { VERSION } from './version.js';

/** Text of `--help`. */
export const HELP = `switchyard-runner ${VERSION}: executes the tasks of a Switchyard control plane

  switchyard-runner [start]        work until SIGINT or SIGTERM; a second signal ends running tasks at once
  switchyard-runner start --one-off
                                   take one task, report it and end
  switchyard-runner register       get an identity with a registration token; --force replaces the one that is there
  switchyard-runner unregister     give the identity up
  switchyard-runner check          look whether this machine can work, and print what to do if not
  switchyard-runner --version
  switchyard-runner --help

Settings. A flag wins over the environment variable, the variable over the same key in the file (YAML or JSON). Secrets have
no flag.

${settingsHelp(runnerSettings)}

HTTP_PROXY, HTTPS_PROXY and NO_PROXY are respected.
`;
