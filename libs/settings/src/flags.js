import { parseArgs } from 'node:util';

/** @typedef {import('./catalogue.js').Catalogue} Catalogue */

/**
 * The flags of a program, and the setting that each gives.
 * @param {Catalogue} settings
 */
function flagsOf(settings) {
  return Object.entries(settings).flatMap(([name, { flag, fileFlag, type }]) => [
    ...(flag ? [{ flag, name, isSwitch: type.isSwitch === true }] : []),
    ...(fileFlag ? [{ flag: fileFlag, name: `${name}_FILE`, isSwitch: false }] : []),
  ]);
}

/**
 * The options of a program for `parseArgs`; those of switches take no value.
 * @param {Catalogue} settings
 * @returns {Record<string, { type: 'string' | 'boolean' }>}
 */
export function flagOptions(settings) {
  return Object.fromEntries(
    flagsOf(settings).map(({ flag, isSwitch }) => [flag, { type: isSwitch ? 'boolean' : 'string' }]),
  );
}

/**
 * The settings among what `parseArgs` found, by name and as texts.
 * @param {Catalogue} settings
 * @param {Readonly<Record<string, unknown>>} values
 * @returns {Record<string, string>}
 */
export function flagTexts(settings, values) {
  const found = new Map(Object.entries(values));
  return Object.fromEntries(
    flagsOf(settings).flatMap(({ flag, name }) =>
      found.get(flag) === undefined ? [] : [[name, String(found.get(flag))]],
    ),
  );
}

/**
 * Reads the options of `npm start`.
 * @param {readonly string[]} args
 * @param {Catalogue} settings
 * @returns {{ help: boolean, texts: Record<string, string> } | { fault: string }}
 */
export function readStartFlags(args, settings) {
  try {
    const options = { ...flagOptions(settings), help: { type: /** @type {const} */ ('boolean'), short: 'h' } };
    const { values } = parseArgs({ args: [...args], options });
    return { help: Reflect.get(values, 'help') === true, texts: flagTexts(settings, values) };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    return { fault: `${reason}. "npm start -- --help" lists the options.` };
  }
}
