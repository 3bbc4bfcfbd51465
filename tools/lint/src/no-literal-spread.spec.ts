import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { noLiteralSpread } from '../no-literal-spread.mjs';

const found = (code: string): string[] =>
  new Linter()
    .verify(
      code,
      {
        files: ['**/*.tsx'],
        languageOptions: { parser: tseslint.parser, parserOptions: { ecmaFeatures: { jsx: true } } },
        plugins: { workspace: { rules: { spread: noLiteralSpread } } },
        rules: { 'workspace/spread': 'error' },
      },
      'planted.tsx',
    )
    .map(({ message }) => message);

describe('the spread of a literal', () => {
  it.each([
    'const row = { ...{ id, name }, kind: 1 };',
    'const list = [...[1, 2], 3];',
    "const names = [...(['a', 'b'] as const)];",
    'run(...[first, second]);',
    'const page = <Table {...{ rows, columns }} />;',
  ])('should be refused in %s', (code) => {
    expect(found(code)).toEqual([expect.stringMatching(/^Write the members out/)]);
  });

  it.each([
    'const row = { ...given, ...(kind && { kind }) };',
    'const list = [...(last ? [last] : []), ...others];',
    'const page = <Table {...props} />;',
  ])('should leave %s', (code) => {
    expect(found(code)).toEqual([]);
  });
});
