/** Sentences come from the catalogue of problems, which gives each a code; the console words the code. */

const SCHEMA_MESSAGE =
  'CallExpression[callee.property.name=/^(min|max|regex|refine|int|length|datetime|email|url)$/]' +
  ' > :matches(Literal[value=/[a-z] /], TemplateLiteral)';

/** In the contracts: no message of a schema without a code. */
export const schemasNameProblems = {
  files: ['libs/contracts/src/**/*.ts'],
  ignores: ['**/*.spec.ts', 'libs/contracts/src/errors/**', 'libs/contracts/src/testing/**'],
  rules: {
    'no-restricted-syntax': [
      'error',
      { selector: SCHEMA_MESSAGE, message: "Name the problem: withProblem('code')" },
      { selector: 'CallExpression[callee.property.name="addIssue"]', message: 'Use refuse() of errors/issue.ts' },
    ],
  },
};
