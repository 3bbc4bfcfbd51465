import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** @typedef {{ name: string, directory: string, scripts: string[], hasOwnTypes: boolean }} Project hasOwnTypes: compiler options that the others do not have */

/** @typedef {'unit' | 'integration' | 'e2e' | 'long'} SpecLayer */

/**
 * The packages of the workspace.
 * @returns {Project[]}
 */
export function projects() {
  const groups = ['apps', 'libs', 'tools'].map((group) => path.join(root, group));
  return groups
    .flatMap((group) => readdirSync(group).map((name) => path.join(group, name)))
    .filter((directory) => existsSync(path.join(directory, 'package.json')))
    .map((directory) => {
      const { name, scripts = {} } = readJson(path.join(directory, 'package.json'));
      const { compilerOptions } = readJson(path.join(directory, 'tsconfig.json'));
      return { name, directory, scripts: Object.keys(scripts), hasOwnTypes: Boolean(compilerOptions) };
    });
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * The spec files of one layer of a project.
 * @param {Project} project
 * @param {SpecLayer} layer
 * @returns {string[]}
 */
function specFiles({ directory, scripts }, layer) {
  const source = path.join(directory, 'src');
  const files = existsSync(source) ? readdirSync(source, { recursive: true, encoding: 'utf8' }) : [];
  return files.filter((file) => /\.spec\.tsx?$/.test(file) && layerOf(file, scripts) === layer);
}

/**
 * @param {string} file
 * @param {string[]} scripts of its project
 */
function layerOf(file, scripts) {
  if (file.endsWith('.long.spec.ts')) {
    return 'long';
  }
  if (scripts.includes('e2e') && file.startsWith('scenarios')) {
    return 'e2e';
  }
  return /\.integration\.spec\.ts$/.test(file) ? 'integration' : 'unit';
}

/**
 * The spec files of a layer whose path in the checkout holds one of the names; all of them without names.
 * @param {SpecLayer} layer
 * @param {readonly string[]} names
 */
export function namedSpecs(layer, names) {
  return projects().flatMap((project) => namedSpecsOf(project, layer, names));
}

/**
 * @param {Project} project
 * @param {SpecLayer} layer
 * @param {readonly string[]} names
 */
export function namedSpecsOf(project, layer, names) {
  const files = specFiles(project, layer).map((file) => path.join(project.directory, 'src', file));
  return files.filter((file) => isNamed(file, names));
}

/**
 * @param {string} file
 * @param {readonly string[]} names
 */
export function isNamed(file, names) {
  const relative = path.relative(root, file).split(path.sep).join('/');
  return names.length === 0 || names.some((name) => relative.includes(name));
}
