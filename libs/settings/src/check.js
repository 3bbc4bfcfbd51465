import { SettingFault } from './types.js';

/** @typedef {import('./catalogue.js').Setting} Setting */
/** @typedef {import('./catalogue.js').Catalogue} Catalogue */
/** @typedef {Readonly<Record<string, string | undefined>>} Texts */

/**
 * The value of a text, or the fault of it.
 * @template T
 * @param {import('./types.js').SettingType<T>} type
 * @param {string} text
 * @returns {{ value: T } | { fault: string }}
 */
export function valueOf(type, text) {
  try {
    return { value: type.parse(text) };
  } catch (error) {
    if (!(error instanceof SettingFault)) {
      throw error;
    }
    return { fault: error.message };
  }
}

/**
 * Faults of values, in the order of the catalogue, without the values. Nothing is missing here: what is required may
 * still come from a place that was not read.
 * @param {Catalogue} settings
 * @param {Texts} texts
 * @returns {string[]}
 */
export function faultsOfValues(settings, texts) {
  return Object.entries(settings).flatMap(([name, { type }]) => {
    const text = given(texts, name);
    const result = text === undefined ? { value: undefined } : valueOf(type, text);
    return 'fault' in result ? [`${name}: ${result.fault}`] : [];
  });
}

/**
 * Faults of settings that are set or on, and need others that are not set.
 * @param {Catalogue} settings
 * @param {Texts} texts
 * @param {(name: string) => boolean} [isSet]
 * @returns {string[]}
 */
export function faultsOfNeeds(settings, texts, isSet = (name) => given(texts, name) !== undefined) {
  return Object.entries(settings).flatMap(([name, setting]) =>
    (isActive(setting, given(texts, name)) ? (setting.needs ?? []) : [])
      .filter((needed) => !isSet(needed))
      .map((needed) => `${needed}: must be set, because ${name} is ${setting.type.isSwitch ? 'on' : 'set'}`),
  );
}

/**
 * @param {Setting} setting
 * @param {string | undefined} text
 */
function isActive(setting, text) {
  if (text === undefined || text === setting.default) {
    return false;
  }
  const result = valueOf(setting.type, text);
  return 'value' in result && result.value !== false;
}

/**
 * Returns the value of a setting; an empty text counts as absent.
 * @param {Texts} texts
 * @param {string} name
 */
function given(texts, name) {
  return (Object.hasOwn(texts, name) && texts[name]?.trim()) || undefined;
}
