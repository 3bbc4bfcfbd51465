const LITERAL = ':matches(ObjectExpression, ArrayExpression)';
const message = 'Write the members out: a spread of a literal only hides them from the formatter.';

/** A rule: no literal is spread where it is written, as in `{ ...{ a, b }, c }`. A conditional one may be. */
export const noLiteralSpread = {
  meta: { schema: [] },
  create(context) {
    const report = (node) => context.report({ node, message });
    return {
      [`:matches(SpreadElement, JSXSpreadAttribute) > ${LITERAL}.argument`]: report,
      [`:matches(SpreadElement, JSXSpreadAttribute) > TSAsExpression.argument > ${LITERAL}.expression`]: report,
    };
  },
};
