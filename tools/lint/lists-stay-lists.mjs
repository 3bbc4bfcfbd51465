const WORDS = '/^(t|problem|withProblem|refusal|badRequest|badMember|refuse|note)$/';
const JOINED = 'CallExpression[callee.property.name="join"][arguments.0.value=/^[,;] $/]';
const message =
  'Languages join a list in different ways: give the list to the problem (textList), or listText of the console to t().';

/** A rule: the parameters of a text that people read in their language hold no list that is joined already. */
export const listsStayLists = {
  meta: { schema: [] },
  create(context) {
    const report = (node) => context.report({ node, message });
    return {
      [`CallExpression[callee.name=${WORDS}] ${JOINED}`]: report,
      [`CallExpression[callee.property.name=${WORDS}] ${JOINED}`]: report,
    };
  },
};
