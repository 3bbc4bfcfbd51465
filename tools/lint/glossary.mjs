import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const GLOSSARY = 'libs/contracts/README.md';

/** A row of the glossary whose word has a type: the type, and the cell that names the folders. */
const ROW = /^\| [^|`]*`(\w+)` *\|[^|]*\|([^|]*)\|$/gm;

/**
 * The folders that export a type of the name, by its name.
 * @param {string} text of the README
 * @returns {ReadonlyMap<string, string[]>}
 */
export function readGlossary(text) {
  return new Map(
    [...text.matchAll(ROW)].map(([, name = '', owners = '']) => [
      name,
      [...owners.matchAll(/`([^`]+)`/g)].map(([, it]) => it),
    ]),
  );
}

const glossary = readGlossary(readFileSync(path.join(root, GLOSSARY), 'utf8'));

/** A rule: what has the name of a word of the glossary is exported by the folders that own the word. */
export const glossaryHolds = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = path.relative(root, context.filename);
    const check = (id) => {
      const owners = glossary.get(id?.name) ?? [];
      if (owners.length > 0 && !owners.some((owner) => file.startsWith(`${owner}/`))) {
        const message = `"${id.name}" is a word of ${owners.join(' and ')} (glossary in ${GLOSSARY}): choose another name.`;
        context.report({ node: id, message });
      }
    };
    return {
      'ExportNamedDeclaration > :matches(ClassDeclaration, FunctionDeclaration, TSInterfaceDeclaration, TSTypeAliasDeclaration)':
        (node) => check(node.id),
      'ExportNamedDeclaration > VariableDeclaration > VariableDeclarator': (node) => check(node.id),
    };
  },
};
