/** Most parameters of a constructor. */
const MOST = 6;

/** A rule: a class that needs more collaborators does more than one thing. */
export const fewCollaborators = {
  meta: { schema: [] },
  create(context) {
    return {
      "MethodDefinition[kind='constructor']"(node) {
        if (node.value.params.length > MOST) {
          const message = `A constructor takes ${MOST} collaborators at most: give what some of them serve a class of its own.`;
          context.report({ node, message });
        }
      },
    };
  },
};
