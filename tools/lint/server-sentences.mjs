const message =
  'A sentence of a server is not shown to a person: use the words for its code, which lib/problem-words.ts finds.';

/** Members that hold a sentence, each with others by which a type that has it is recognised. */
const SENTENCES = [
  { member: 'error', beside: ['inUse', 'issues'] },
  { member: 'message', beside: ['code', 'params', 'path'] },
  { member: 'description', beside: ['activity'] },
  { member: 'end_reason', beside: [] },
  { member: 'paused_reason', beside: [] },
  { member: 'text', beside: ['code', 'params'] },
];

/** A rule with type information: the sentences that a server sends beside their codes are not read. */
export const serverSentences = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program.getTypeChecker();

    const check = (node, name, object) => {
      const sentence = SENTENCES.find(({ member }) => member === name);
      const isSent = (type) => [name, ...sentence.beside].every((member) => checker.getPropertyOfType(type, member));
      if (sentence && partsOf(checker, services.getTypeAtLocation(object)).some(isSent)) {
        context.report({ node, message });
      }
    };
    return {
      MemberExpression({ property, object, computed }) {
        check(property, computed ? property.value : property.name, object);
      },
      'ObjectPattern > Property'({ key, parent }) {
        check(key, key.name ?? key.value, parent);
      },
    };
  },
};

/** The members of a union, and what bounds a type parameter. */
function partsOf(checker, type) {
  const bound = checker.getBaseConstraintOfType(type) ?? type;
  return bound.isUnion() ? bound.types : [bound];
}
