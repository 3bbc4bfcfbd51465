import { settingsHelp, startSettings } from '@switchyard/settings';

/** The text of `npm start -- --help`. */
export const helpText = (): string => `Usage: npm start -- [options]

Starts Switchyard on this machine: database, api, dispatcher and local runners.

Settings. A flag wins over the environment variable, the variable over the same key in the file of --config (YAML or JSON).

${settingsHelp(startSettings)}
  --help
      this text
`;
