import { existsSync } from 'node:fs';
import path from 'node:path';
import { folderGraph, importedFile, readGraph, wayBetween } from './module-graph.mjs';

const root = path.resolve(import.meta.dirname, '../..');
/** A folder directly under the `src` of a project; such folders must not form circles. */
const featureFolder = /^((?:apps|libs|tools)\/[^/]+\/src\/[^/]+)\/./;

/** @param {string} file */
function featureOf(file) {
  return featureFolder.exec(path.relative(root, file))?.[1] ?? null;
}

/** Read at the first use: files do not change while eslint runs. */
const read = once(() => {
  const files = readGraph(root);
  return { files, features: folderGraph(files, featureOf) };
});

/**
 * A rule: no file imports one that leads back to it, and no folder directly under `src` one that leads back to it. Types
 * count: who reads one of the files has to read the other.
 */
export const noCircle = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = context.filename;
    const check = (node) => {
      const target = node.source ? importedFile(file, String(node.source.value), existsSync) : null;
      const circle = target === null ? null : (circleOfFiles(target, file) ?? circleOfFeatures(target, file));
      if (circle) {
        const names = circle.map((name) => path.relative(root, path.resolve(root, name)));
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
function circleOfFeatures(target, file) {
  const [from, to] = [featureOf(file), featureOf(target)];
  const way = from === null || to === null || from === to ? null : wayBetween(read().features, to, from);
  return way && [from, ...way];
}

/** @template T @param {() => T} make */
function once(make) {
  /** @type {T | undefined} */
  let value;
  return () => (value ??= make());
}
