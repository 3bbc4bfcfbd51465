export {
  API_NODE_OPTIONS,
  apiSettings,
  checkedAtStart,
  commandSettings,
  dispatcherSettings,
  runnerSettings,
  stackSettings,
  startSettings,
} from './catalogue.js';
export { CONFIG_EXIT_CODE, ConfigError } from './config-error.js';
export { faultsOfNeeds, faultsOfValues } from './check.js';
export { flagOptions, flagTexts, readStartFlags } from './flags.js';
export { settingsHelp, startHelp } from './help.js';
export { forgetSettings, loadConfig, loadConfigOrExit, readConfigOrExit } from './load-config.js';
export { reachedAddress } from './reached-address.js';
export { readTexts, type ReadTexts, type SettingSources } from './read-texts.js';
export { settingsShape } from './schema.js';
