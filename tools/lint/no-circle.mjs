import { existsSync } from 'node:fs';
import path from 'node:path';
import { childIn, folderGraph, importedFile, levelsOf, readGraph, wayBetween } from './module-graph.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** Read at the first use: files do not change while eslint runs. */
const read = once(() => {
  const files = readGraph(root);
  const levels = new Map();
  /** @param {string} folder The graph of what stands in it, made at the first use. */
  const level = (folder) => {
    const graph = levels.get(folder) ?? folderGraph(files, (file) => childIn(folder, file));
    levels.set(folder, graph);
    return graph;
  };
  return { files, level };
});

/**
 * A rule: no file imports one that leads back to it, and nothing that stands in a folder, file or folder, one beside it
 * that leads back to it, on every level below `src`. Types count: who reads one of the files has to read the other.
 */
export const noCircle = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = context.filename;
    const check = (node) => {
      const target = node.source ? importedFile(file, String(node.source.value), existsSync) : null;
      const circle = target === null ? null : (circleOfFiles(target, file) ?? circleOfFolders(target, file));
      if (circle) {
        const names = circle.map((name) => path.relative(root, name));
        context.report({ node, message: `Circle of imports: ${names.join(' → ')}` });
      }
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};

/** @param {string} target @param {string} file */
function circleOfFiles(target, file) {
  const way = wayBetween(read().files, target, file);
  return way && [file, ...way];
}

/** @param {string} target @param {string} file */
function circleOfFolders(target, file) {
  for (const folder of levelsOf([file])) {
    const [from, to] = [childIn(folder, file), childIn(folder, target)];
    if (from !== null && to !== null && from !== to) {
      const way = wayBetween(read().level(folder), to, from);
      return way && [from, ...way];
    }
  }
  return null;
}

/** @template T @param {() => T} make */
function once(make) {
  /** @type {T | undefined} */
  let value;
  return () => (value ??= make());
}
