import type { Environment, Program } from '../process/spawn-program.js';

/**
 * What a server program is started with: the settings, many of them secrets, are handed over by an open file; its
 * environment holds what is none.
 * @param given environment and flags; the program reads the configuration file itself
 * @param resolved settings that the supervisor has decided on
 */
export function serverInput(given: Environment, resolved: Environment): Pick<Program, 'environment' | 'settings'> {
  const isSetting = (variable: string): boolean => variable.startsWith('SWITCHYARD_');
  return {
    environment: { NODE_ENV: 'production', ...pick(given, (variable) => !isSetting(variable)) },
    settings: { ...pick(given, isSetting), SWITCHYARD_DATABASE_URL_FILE: undefined, ...resolved },
  };
}

/** The variables with a wanted name. */
export function pick(environment: Environment, wanted: (variable: string) => boolean): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([variable]) => wanted(variable)));
}
