import { startSettings } from '../../libs/settings/src/catalogue.js';
import { readStartFlags } from '../../libs/settings/src/flags.js';
import { startHelp } from '../../libs/settings/src/help.js';
import { preflight } from '../../libs/settings/src/preflight.js';

/** EX_CONFIG of sysexits.h. */
const WRONG_CONFIGURATION = 78;

/**
 * Ends with every fault of the settings, before anything is installed or built.
 * @param {readonly string[]} [startArguments] options of `npm start`
 */
export function checkSettings(startArguments) {
  const faults = preflight(process.env, startArguments);
  if (faults.length > 0) {
    console.error(`The settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    process.exit(WRONG_CONFIGURATION);
  }
}

/**
 * Ends with the options of `npm start` when they were asked for.
 * @param {readonly string[]} startArguments
 */
export function printStartHelp(startArguments) {
  const flags = readStartFlags(startArguments, startSettings);
  if ('help' in flags && flags.help) {
    process.stdout.write(startHelp());
    process.exit(0);
  }
}
