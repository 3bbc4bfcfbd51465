import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** @typedef {ReadonlyMap<string, ReadonlySet<string>>} Graph */

/**
 * The file that a relative import names, `null` for a package or for what is no TypeScript.
 * @param {string} from absolute path of the file that imports
 * @param {string} specifier
 * @param {(file: string) => boolean} exists
 */
export function importedFile(from, specifier, exists) {
  if (!specifier.startsWith('.')) {
    return null;
  }
  const stem = path.resolve(path.dirname(from), specifier).replace(/\.js$/, '');
  return [`${stem}.ts`, `${stem}.tsx`].find(exists) ?? null;
}

/**
 * Imports of every file that ships from its own project, types included.
 * @param {string} root
 * @returns {Graph}
 */
export function readGraph(root) {
  const include = ['apps', 'libs', 'tools'].map((folder) => `${folder}/*/src/**/*`);
  const files = ts.sys
    .readDirectory(root, ['.ts', '.tsx'], ['**/node_modules', '**/testing'], include)
    .filter((file) => !/\.spec\./.test(file));
  const known = new Set(files);
  return new Map(files.map((file) => [file, new Set(importsOf(file, known))]));
}

/**
 * @param {string} file
 * @param {Set<string>} known
 */
function importsOf(file, known) {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles.flatMap(({ fileName }) => importedFile(file, fileName, (name) => known.has(name)) ?? []);
}

/**
 * The graph of folders: an edge for every import that leaves one.
 * @param {Graph} graph
 * @param {(file: string) => string | null} folderOf
 * @returns {Graph}
 */
export function folderGraph(graph, folderOf) {
  /** @type {Map<string, Set<string>>} */
  const folders = new Map();
  for (const [file, imports] of graph) {
    const from = folderOf(file);
    for (const to of from === null ? [] : [...imports].map(folderOf)) {
      if (from !== null && to !== null && to !== from) {
        folders.set(from, (folders.get(from) ?? new Set()).add(to));
      }
    }
  }
  return folders;
}

/**
 * The shortest way from one node to another, both included; `null` when there is none.
 * @param {Graph} graph
 * @param {string} start
 * @param {string} end
 */
export function wayBetween(graph, start, end) {
  const ways = [[start]];
  const seen = new Set([start]);
  for (const way of ways) {
    const last = way[way.length - 1];
    if (last === end) {
      return way;
    }
    for (const next of graph.get(last) ?? []) {
      if (!seen.has(next)) {
        seen.add(next);
        ways.push([...way, next]);
      }
    }
  }
  return null;
}

/**
 * How many other files import each. An export of a project's `index.ts` is imported elsewhere: that counts as two.
 * @param {Graph} graph
 * @returns {ReadonlyMap<string, number>}
 */
export function importersOf(graph) {
  const importers = new Map();
  for (const [from, imports] of graph) {
    const weight = from.endsWith('/src/index.ts') ? 2 : 1;
    imports.forEach((to) => importers.set(to, (importers.get(to) ?? 0) + weight));
  }
  return importers;
}

/**
 * Groups of folders and files side by side that lead back to each other, on every level below a `src`.
 * @param {Graph} graph
 * @returns {{ folder: string, members: string[] }[]} each with the folder that its members stand in
 */
export function folderKnots(graph) {
  return levelsOf([...graph.keys()]).flatMap((folder) => {
    const children = folderGraph(graph, (file) => childIn(folder, file));
    const knots = [...children.keys()].map((child) =>
      [...children.keys()].filter((other) => areTied(children, child, other)),
    );
    return [...new Set(knots.filter(({ length }) => length > 1).map((names) => names.toSorted().join('\n')))].map(
      (names) => ({
        folder,
        members: names.split('\n'),
      }),
    );
  });
}

/** Every folder of these files from `src` downwards. @param {string[]} files */
export function levelsOf(files) {
  const folders = files.flatMap((file) => {
    const [, start = '', rest = ''] = /^(.*?\/src)\/(.*)$/.exec(file) ?? [];
    const parts = rest.split('/').slice(0, -1);
    return [start, ...parts.map((_, depth) => [start, ...parts.slice(0, depth + 1)].join('/'))];
  });
  return [...new Set(folders)].filter((folder) => folder !== '');
}

/**
 * Returns the entry of a folder that is the file or holds it; `null` = the file stands elsewhere.
 * @param {string} folder
 * @param {string} file
 */
export function childIn(folder, file) {
  return file.startsWith(`${folder}/`) ? `${folder}/${file.slice(folder.length + 1).split('/', 1)[0]}` : null;
}

/** @param {Graph} graph @param {string} one @param {string} other */
function areTied(graph, one, other) {
  return one === other || (wayBetween(graph, one, other) !== null && wayBetween(graph, other, one) !== null);
}
