const FINDERS = new Set(['processesWith', 'commandLinesWith']);
const message =
  'Name processes by a text of their own (`ownSeconds()`, a directory of this spec): others on this machine may run the same program.';

/** A spec looks for its own processes only: it never finds them by a text that it shares with others. */
export const ownProcesses = {
  meta: { schema: [] },
  create(context) {
    return {
      CallExpression({ callee, arguments: [text, ...more] }) {
        const isShared =
          text?.type === 'Literal' || (text?.type === 'TemplateLiteral' && text.expressions.length === 0);
        if (FINDERS.has(callee.name) && isShared && more.length === 0) {
          context.report({ node: text, message });
        }
      },
    };
  },
};
