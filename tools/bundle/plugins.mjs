import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from '@swc/core';

/** @typedef {import('esbuild').Plugin} Plugin */

const configFile = path.resolve(import.meta.dirname, '../../.swcrc');

/** The head of a class statement on a line of its own, after a comment or the variable that swc makes of it, and its name. */
const classHead = /^(?:.*\*\/ |[ \t]*)(?:let \w+ = )?(?:export )?(?:default )?class (\w+)(?: extends .+)? \{$/gm;

/**
 * A bundle renames a class whose name another module has too. Frameworks, logs and answers use the names of classes.
 * @param {string} code
 */
const withNames = (code) =>
  /\bstatic\s+(get\s+)?name\b/.test(code)
    ? code
    : code.replace(
        classHead,
        '$& static { Object.defineProperty(this, "name", { value: "$1", configurable: true }); }',
      );

/** Nest and TypeORM work with the types of decorated members, which esbuild does not emit. @type {Plugin} */
const sources = {
  name: 'sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path: filename }) => {
      const source = await readFile(filename, 'utf8');
      const { code } = await transform(source, {
        filename,
        configFile,
        sourceMaps: 'inline',
        inlineSourcesContent: false,
      });
      return { contents: withNames(code) };
    });
  },
};

/** @type {Plugin} */
const scripts = {
  name: 'scripts',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?js$/ }, async ({ path: filename }) => ({
      contents: withNames(await readFile(filename, 'utf8')),
    }));
  },
};

/** tslib's module for Node takes its functions from a member that a bundle does not have. @type {Plugin} */
const tslib = {
  name: 'tslib',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^tslib$/ }, ({ path: _name, ...from }) => resolve('tslib/tslib.es6.mjs', from));
  },
};

/** A package that is not installed is an optional one: looking for it fails where it is used. @type {Plugin} */
const absentPackages = {
  name: 'absent-packages',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path: name, pluginData, ...from }) => {
      if (pluginData === absentPackages) {
        return undefined;
      }
      const found = await resolve(name, { ...from, pluginData: absentPackages });
      return found.errors.length > 0 ? { path: name, external: true } : found;
    });
  },
};

export const plugins = [sources, scripts, tslib, absentPackages];
