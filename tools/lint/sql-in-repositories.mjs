const statement =
  /^\s*(select\s[^]*\sfrom\s|select\s+\w+\(|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+(recursive\s+)?\w+\s+as\s)/i;
const ormCall =
  /^(find\w*|insert|update|delete|save|upsert|count\w*|exists\w*|increment|decrement|softDelete|remove|getRepository)$/;
const message = 'Queries stand in a *.repository.ts, named for their purpose; services call its functions.';

/** Whether a node is an entity manager, by its name: `manager`, `this.dataSource.manager`. */
const isManager = ({ type, name, property }) =>
  (type === 'Identifier' && name === 'manager') || (type === 'MemberExpression' && property.name === 'manager');

/** A rule: queries, as SQL, through a query builder or through an entity manager, stand in files that end in `.repository.ts`. */
export const sqlInRepositories = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    if (context.filename.endsWith('.repository.ts')) {
      return {};
    }
    const report = (node) => context.report({ node, message });
    return {
      'CallExpression[callee.property.name=/^(query|createQueryBuilder)$/]': report,
      CallExpression({ callee }) {
        const isCall = callee.type === 'MemberExpression' && ormCall.test(callee.property.name);
        if (isCall && (isManager(callee.object) || callee.property.name === 'getRepository')) {
          report(callee);
        }
      },
      Literal(node) {
        if (typeof node.value === 'string' && statement.test(node.value)) {
          report(node);
        }
      },
      TemplateLiteral(node) {
        if (statement.test(node.quasis.map(({ value }) => value.raw).join('x'))) {
          report(node);
        }
      },
    };
  },
};
