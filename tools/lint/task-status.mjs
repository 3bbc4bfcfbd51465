const message = "Only libs/engine writes a task's row: its verbs keep the rules of the life cycle.";
const update = '/\\bupdate\\s+(only\\s+)?"?task"?\\b/i';

/** The engine is the only code that changes tasks: no app updates their table, in SQL or through the entity. */
export const tasksBelongToTheEngine = {
  files: ['apps/*/src/**/*.ts', 'libs/server/src/**/*.ts'],
  ignores: ['**/*.spec.ts', '**/src/**/testing/**', 'apps/e2e/**', 'apps/console/**'],
  rules: {
    'no-restricted-syntax': [
      'error',
      { selector: `Literal[value=${update}]`, message },
      { selector: `TemplateElement[value.raw=${update}]`, message },
      {
        selector: "CallExpression[callee.property.name=/^(update|upsert|save|insert)$/][arguments.0.name='Task']",
        message,
      },
      {
        selector:
          "CallExpression[callee.property.name=/^(update|upsert|save|insert)$/] > MemberExpression > CallExpression[callee.property.name='getRepository'][arguments.0.name='Task']",
        message,
      },
    ],
  },
};
