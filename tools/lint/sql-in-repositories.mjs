const statement =
  /^\s*(select\s[^]*\sfrom\s|select\s+\w+\(|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+(recursive\s+)?\w+\s+as\s)/i;
const message = 'SQL stands in a *.repository.ts, named for its purpose; services call its functions.';

/** A rule: queries, as SQL or through a query builder, stand in files that end in `.repository.ts`. */
export const sqlInRepositories = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    if (context.filename.endsWith('.repository.ts')) {
      return {};
    }
    const report = (node) => context.report({ node, message });
    return {
      'CallExpression[callee.property.name=/^(query|createQueryBuilder)$/]': report,
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
