import { existsSync } from 'node:fs';
import path from 'node:path';
import { rooms } from './import-table.mjs';
import { importedFile } from './module-graph.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * The app and the room of a file: the first folder below `src`, for a file in `src` itself its name.
 * @param {string} file
 */
function roomOf(file) {
  const [, app, room] = /^(apps\/[^/]+)\/src\/([^/]+)/.exec(path.relative(root, file)) ?? [];
  return app === undefined || room === undefined ? null : { app, room };
}

/** A rule: a room of an app imports only from itself, and from the rooms that the table in `import-table.mjs` lists for it. */
export const roomsImportByTable = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const from = roomOf(context.filename);
    const table = from === null ? undefined : rooms[from.app];
    if (from === null || table === undefined) {
      return {};
    }
    const allowed = table[from.room];
    const check = (node) => {
      const target = node.source ? importedFile(context.filename, String(node.source.value), existsSync) : null;
      const to = target === null ? null : roomOf(target);
      if (to === null || to.app !== from.app || to.room === from.room || allowed?.includes(to.room)) {
        return;
      }
      const rule = allowed ? `may import ${allowed.join(', ') || 'no other room'}` : 'is not in the table of rooms';
      context.report({ node, message: `${from.room} ${rule}, not ${to.room} (tools/lint/import-table.mjs).` });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};
