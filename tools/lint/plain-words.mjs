/**
 * Words that a reader would have to translate: verbs of speech for the flow of data, and words of this project alone.
 * Data is sent, reported, returned, requested, notified; a process is present, a lease expires.
 */
const WORDS = [
  'told',
  'tell',
  'tells',
  'telling',
  'say',
  'says',
  'said',
  'saying',
  'hear',
  'hears',
  'heard',
  'hearing',
  'news',
  'whoever',
  'mend',
  'mends',
  'mended',
  'mending',
  'anew',
  'parcel',
  'parcels',
  'lookout',
];
const PHRASES = ['in vain', 'beside each other', 'stands here'];

const inText = new RegExp(`\\b(${[...WORDS, ...PHRASES].join('|')})\\b`, 'i');
const inNames = new Set(WORDS);

/** The first such word of a text. */
const oddWord = (text) => inText.exec(text)?.[0];

/** The first such part of a name in camel or snake case. */
const oddPart = (name) => name.split(/(?=[A-Z])|_/).find((part) => inNames.has(part.toLowerCase()));

const isTitle = ({ callee, arguments: [title] }, node) => {
  const root = callee.type === 'CallExpression' ? callee.callee : callee;
  const name = root.type === 'MemberExpression' ? root.object.name : root.name;
  return title === node && (name === 'it' || name === 'describe');
};

/** A rule: comments, names and titles of tests do without these words. */
export const plainWords = {
  meta: { schema: [] },
  create(context) {
    const report = (target, word) =>
      word !== undefined &&
      context.report({ ...target, message: `"${word}" is no term of the field: see plain-words.mjs` });
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          report({ loc: comment.loc }, oddWord(comment.value));
        }
      },
      'Identifier, PrivateIdentifier': (node) => report({ node }, oddPart(node.name)),
      'CallExpression > Literal'(node) {
        if (typeof node.value === 'string' && isTitle(node.parent, node)) {
          report({ node }, oddWord(node.value));
        }
      },
    };
  },
};
