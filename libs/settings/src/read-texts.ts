import { readConfigFile, type Texts } from './config-file.js';
import { settingsIn } from './environment.js';
import { takeHandedSettings } from './handed-settings.js';
import { isKnown, secretFiles, unknownVariables } from './names.js';
import { withSecretFiles } from './secret-files.js';

/** Where settings come from. */
export interface SettingSources {
  env: NodeJS.ProcessEnv;
  /** From the command line, by the name of the setting. */
  flags?: Texts;
  /** The setting that names the settings file. Default `SWITCHYARD_CONFIG`. */
  fileSetting?: 'SWITCHYARD_CONFIG' | 'SWITCHYARD_RUNNER_CONFIG';
  /** Names that are no part of the catalogue, for tests of this library. */
  alsoKnown?: readonly string[];
}

/** In words. */
export type SettingSource = 'settings file' | 'supervisor' | 'environment' | 'command line';

/** Texts of settings, secrets read from their files, and what was wrong with where they came from. */
export interface ReadTexts {
  texts: Texts;
  /** Where each was found. */
  sources: Readonly<Record<string, SettingSource>>;
  faults: string[];
}

/**
 * Collects settings: a flag wins over an environment variable, that over what a supervisor hands over by an open file, that
 * over the settings file. An empty text counts as absent. A secret given as a file counts in the place that names the file.
 */
export function readTexts({
  env,
  flags = {},
  fileSetting = 'SWITCHYARD_CONFIG',
  alsoKnown = [],
}: SettingSources): ReadTexts {
  const faults = unknownVariables(env);
  const handed = takeHandedSettings(env, faults);
  const [ofSupervisor, ofEnvironment, ofFlags] = [settingsIn(handed), settingsIn(env), settingsIn(flags)];
  const direct = { ...ofSupervisor, ...ofEnvironment, ...ofFlags };
  const path = direct[fileSetting];
  const known = (name: string): boolean => isKnown(name) || alsoKnown.includes(name);
  const fromFile = path === undefined ? {} : readConfigFile(fileSetting, path, known, faults);
  return {
    texts: { ...withSecretFiles(fromFile, faults), ...withSecretFiles(direct, faults) },
    sources: {
      ...named(fromFile, 'settings file'),
      ...named(ofSupervisor, 'supervisor'),
      ...named(ofEnvironment, 'environment'),
      ...named(ofFlags, 'command line'),
    },
    faults,
  };
}

/** Sources of values by setting. A value from a secret file has the name of the secret. */
const named = (texts: Texts, source: SettingSource): Record<string, SettingSource> =>
  Object.fromEntries(Object.keys(texts).map((name) => [secretFiles.get(name) ?? name, source]));
