import { accessSync, constants } from 'node:fs';
import { root } from './paths.mjs';
import { fail } from './run.mjs';

/** Stops with one line when the checkout lacks something that this user may not put there. @param {string} what */
export function requireWritable(what) {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    fail(`${what} in ${root}, where this user may not write: run "npm run build" there once as a user who may.`);
  }
}
