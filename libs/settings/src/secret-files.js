import { readFileSync } from 'node:fs';
import { secretFiles } from './names.js';

/**
 * The settings of one place with those secrets read that are given as files; a line break at the end of a file does not
 * count.
 * @param {Readonly<Record<string, string>>} texts
 * @param {string[]} faults gets a line for each file that cannot be used, without its content
 * @returns {Record<string, string>}
 */
export function withSecretFiles(texts, faults) {
  const resolved = new Map(Object.entries(texts));
  for (const [fileForm, name] of secretFiles) {
    const path = resolved.get(fileForm);
    if (path === undefined) {
      continue;
    }
    if (resolved.has(name)) {
      faults.push(`${name}: set either this or ${fileForm}`);
    }
    resolved.delete(fileForm);
    resolved.set(name, readSecret(fileForm, path, faults));
  }
  return Object.fromEntries(resolved);
}

/**
 * @param {string} setting
 * @param {string} path
 * @param {string[]} faults
 */
function readSecret(setting, path, faults) {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text === '') {
      faults.push(`${setting}: ${path} is empty`);
    }
    return text;
  } catch (error) {
    faults.push(`${setting}: ${path} cannot be read: ${/** @type {Error} */ (error).message}`);
    return '';
  }
}
