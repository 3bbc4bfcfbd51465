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
