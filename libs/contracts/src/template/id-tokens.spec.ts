import { describe, expect, it } from '@jest/globals';
import { describeIssues, issuesOf } from '../errors/issue.js';
import { IdTokens } from './id-tokens.js';

const token = (variable: string, audience = 'sts.amazonaws.com') => ({ variable, audience });
const faults = (tokens: unknown): string[] =>
  issuesOf(IdTokens.safeParse(tokens).error?.issues ?? []).map((issue) => describeIssues([issue]));

describe('IdTokens', () => {
  it('should take several, trimmed', () => {
    const tokens = [token(' AWS_WEB_IDENTITY_TOKEN ', ' sts.amazonaws.com '), token('VAULT_ID_TOKEN', 'https://vault')];
    expect(IdTokens.parse(tokens)).toEqual([token('AWS_WEB_IDENTITY_TOKEN'), token('VAULT_ID_TOKEN', 'https://vault')]);
    expect(IdTokens.parse(null)).toBeUndefined();
  });

  it.each([
    ['', 'must not be empty'],
    ['1A', 'must begin with a letter or underscore and consist of letters, digits and underscores'],
    ['A-B', 'must begin with a letter or underscore and consist of letters, digits and underscores'],
    ['SWITCHYARD_TOKEN', 'changes how the runner starts its tools; choose another name'],
    ['BASH_ENV', 'changes how the runner starts its tools; choose another name'],
    ['HOME', 'is set by the task itself; choose another name'],
    ['GITHUB_TOKEN', 'is set by the task itself; choose another name'],
    ['A'.repeat(251), 'must be at most 250 characters'],
  ])('should refuse the variable %p', (variable, fault) => {
    expect(faults([token(variable)])).toEqual([`0.variable: ${fault}`]);
  });

  it('should refuse an audience that is empty or too long', () => {
    expect(faults([token('A', ' ')])).toEqual(['0.audience: must not be empty']);
    expect(faults([token('A', 'a'.repeat(256))])).toEqual(['0.audience: must be at most 255 characters']);
  });

  it('should refuse a variable that is there twice, also as that of a file', () => {
    expect(faults([token('A'), token('A')])).toEqual(['1.variable: this name is used twice']);
    expect(faults([token('A_FILE'), token('A')])).toEqual(['0.variable: this name is used twice']);
  });

  it('should refuse more than five', () => {
    expect(faults(['A', 'B', 'C', 'D', 'E', 'F'].map((name) => token(name)))).toEqual([
      expect.stringContaining('must have at most 5 entries'),
    ]);
  });
});
