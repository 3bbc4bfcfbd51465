import type { Environment, Program } from '../process/spawn-program.js';
import type { StackSettings } from './settings.js';

/**
 * Input of a server program: the settings, many of them secrets, are handed over by an open file; its environment holds those
 * that are none.
 * @param resolved settings that the supervisor has decided on
 */
export function serverInput(
  { environment, texts }: Pick<StackSettings, 'environment' | 'texts'>,
  resolved: Environment,
): Pick<Program, 'environment' | 'settings'> {
  return {
    environment: { NODE_ENV: 'production', ...environment },
    settings: { ...texts, SWITCHYARD_CONFIG: undefined, ...resolved },
  };
}

/** The variables with a wanted name. */
export function pick(environment: Environment, wanted: (variable: string) => boolean): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([variable]) => wanted(variable)));
}
