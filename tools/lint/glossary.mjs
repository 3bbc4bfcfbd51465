import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
/** Its components show what types of the same name hold. */
const SCREENS = 'apps/console/';
const GLOSSARY = 'libs/contracts/GLOSSARY.md';

/** A row of the glossary: its word, the type of that name if there is one, and the cell that names the folders. */
const ROW = /^\| ([a-z][^|`]*?) *(?:`(\w+)`)? *\|[^|]*\| *(`[^|]*)\|$/gm;

/** A row of the words that names share: the word, and the cell that names where names with it stand. */
const NAME_ROW = /^\| `([a-z]+)` *\| *(`[^|]*)\|$/gm;

/**
 * @typedef {{ name: string, isBare: boolean, owners: string[] }} Word
 * name: of the type, or as a type would have it; isBare: no type has the name, so each kind of it is one that ends in the name
 */

/**
 * The words and the folders that own them.
 * @param {string} text of the README
 * @returns {Word[]}
 */
export function readGlossary(text) {
  return [...text.matchAll(ROW)].map(([, word = '', type, owners = '']) => ({
    name: type ?? word.replaceAll(/(?:^|[ -])(\w)/g, (_, first) => first.toUpperCase()),
    isBare: type === undefined,
    owners: [...owners.matchAll(/`([^`]+)`/g)].map(([, it]) => it ?? ''),
  }));
}

/**
 * @typedef {{ word: string, pattern: RegExp, paths: string[] }} NameWord
 * pattern: what names hold that hold the word; paths: beginnings of the paths of files that export such names
 */

/**
 * The words that stand in names below their paths alone.
 * @param {string} text of the README
 * @returns {NameWord[]}
 */
export function readNameWords(text) {
  return [...text.matchAll(NAME_ROW)].map(([, word = '', paths = '']) => ({
    word,
    pattern: new RegExp(
      `(?:^${word}|${word.replace(/^./, (first) => first.toUpperCase())})s?(?![a-z])|(?:^|_)${word.toUpperCase()}S?(?:_|$)`,
    ),
    paths: [...paths.matchAll(/`([^`]+)`/g)].map(([, it]) => it ?? ''),
  }));
}

const readme = readFileSync(path.join(root, GLOSSARY), 'utf8');
const glossary = readGlossary(readme);
const nameWords = readNameWords(readme);

/** @param {string} name @returns {Word | undefined} */
const wordOf = (name) => glossary.find((word) => (word.isBare ? isKindOf(name, word.name) : name === word.name));

/** Types and components have capitals; functions are verbs, and may end in any word. @param {string} name @param {string} word */
const isKindOf = (name, word) => /^[A-Z]/.test(name) && (name.endsWith(word) || name.endsWith(`${word}s`));

/** Why the file must not export the name; null = it may. @param {string} name @param {string} file */
function misplaced(name, file) {
  const word = wordOf(name);
  const owners = word && (word.isBare || !file.startsWith(SCREENS)) ? word.owners : undefined;
  if (owners && !owners.some((owner) => file.startsWith(`${owner}/`))) {
    return `"${name}" is a word of ${owners.join(' and ')}`;
  }
  const held = nameWords.find(({ pattern }) => pattern.test(name));
  return held && !held.paths.some((start) => file.startsWith(start))
    ? `"${name}" holds "${held.word}", which means another thing`
    : null;
}

/**
 * A rule: what has the name of a word of the glossary is exported by the folders that own the word. Of a word without a type
 * this holds for each type whose name ends in it. A name that holds one of the words that names share stands below the paths of that word.
 */
export const glossaryHolds = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = path.relative(root, context.filename);
    const check = (id) => {
      const message = misplaced(id?.name ?? '', file);
      if (message) {
        context.report({ node: id, message: `${message} (${GLOSSARY}): choose another name.` });
      }
    };
    return {
      'ExportNamedDeclaration > :matches(ClassDeclaration, FunctionDeclaration, TSInterfaceDeclaration, TSTypeAliasDeclaration)':
        (node) => check(node.id),
      'ExportNamedDeclaration > VariableDeclaration > VariableDeclarator': (node) => check(node.id),
    };
  },
};
