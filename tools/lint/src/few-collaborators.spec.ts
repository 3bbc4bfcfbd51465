import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import { fewCollaborators } from '../few-collaborators.mjs';

describe('collaborators of a class', () => {
  const linter = new Linter();
  const faultsOf = (params: readonly string[]): number =>
    linter.verify(`class Example { constructor(${params.join(', ')}) {} method(a, b, c, d, e, f, g) {} }`, {
      plugins: { workspace: { rules: { 'few-collaborators': fewCollaborators } } },
      rules: { 'workspace/few-collaborators': 'error' },
    }).length;

  it('should be six at most', () => {
    expect(faultsOf(['a', 'b', 'c', 'd', 'e', 'f'])).toBe(0);
    expect(faultsOf(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe(1);
  });
});
