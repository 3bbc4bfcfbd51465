import ts from 'typescript';

const message =
  'A name that somebody gave must not index a plain object, whose prototype has names too. Use a Map, own(object, name), or Object.entries.';

/**
 * A rule with type information: what is read, written or looked up by a key of type `string` is a Map or the like, never
 * a plain object. Keys of literal types are names of the program, and numbers index lists.
 */
export const ownNames = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program.getTypeChecker();

    /** A cast changes no name: what counts is the type of what was cast. */
    const typesOf = (node) => {
      const cast = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression', 'TSTypeAssertion'].includes(
        node.type,
      );
      return [services.getTypeAtLocation(node), ...(cast ? typesOf(node.expression) : [])];
    };
    const isAnyName = (node) => typesOf(node).some((type) => partsOf(checker, type).some(isText));
    const check = (node, key, object) => {
      if (isAnyName(key) && !(object && isText(services.getTypeAtLocation(object)))) {
        context.report({ node: key, message });
      }
    };
    return {
      'MemberExpression[computed=true]'(node) {
        // `delete` removes own members alone.
        if (node.parent.type !== 'UnaryExpression' || node.parent.operator !== 'delete') {
          check(node, node.property, node.object);
        }
      },
      'ObjectPattern > Property[computed=true]'(node) {
        check(node, node.key);
      },
      "BinaryExpression[operator='in']"(node) {
        if (node.left.type !== 'PrivateIdentifier') {
          check(node, node.left);
        }
      },
    };
  },
};

/** The members of a union, and what bounds a type parameter. */
function partsOf(checker, type) {
  const bound = type.flags & ts.TypeFlags.TypeParameter ? checker.getBaseConstraintOfType(type) : type;
  return bound?.isUnion() ? bound.types : [bound ?? type];
}

/** True for `string` and templates of it, not for literals. */
function isText(type) {
  return (type.flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) !== 0;
}
