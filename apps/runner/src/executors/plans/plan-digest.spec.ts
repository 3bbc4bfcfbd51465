import { describe, expect, it } from '@jest/globals';
import { planDigest } from './plan-digest.js';

const KEY = 'key of the project';
const change = (address: string, part: object = {}, more: object = {}) => ({
  address,
  type: 'terraform_data',
  ...more,
  change: { actions: ['create'], before: null, after: { input: 'a' }, after_unknown: { id: true }, ...part },
});
const PLAN = {
  format_version: '1.2',
  terraform_version: '1.9.0',
  variables: { token: { value: 'secret' } },
  resource_changes: [change('a'), change('b')],
  output_changes: { size: { actions: ['create'], before: null, after: 1 } },
  prior_state: { serial: 1 },
  configuration: {
    provider_config: { aws: { expressions: { region: { constant_value: 'eu' } } } },
    root_module: { x: 1 },
  },
  timestamp: '2026-01-01T00:00:00Z',
};
const digest = (part: object = {}, key = KEY) => planDigest(JSON.stringify({ ...PLAN, ...part }), key);
const SAME = digest();

describe(planDigest.name, () => {
  it.each<[string, object]>([
    ['the order of resources', { resource_changes: [change('b'), change('a')] }],
    ['resources that stay', { resource_changes: [...PLAN.resource_changes, change('c', { actions: ['no-op'] })] }],
    ['state, times and drift', { prior_state: {}, timestamp: '', resource_drift: [change('d')], planned_values: {} }],
    ['configuration without commands', { configuration: { ...PLAN.configuration, root_module: { x: 2 } } }],
  ])('should not depend on %s', (_, part) => {
    expect(SAME).toMatch(/^[0-9a-f]{64}$/);
    expect(digest(part)).toBe(SAME);
  });

  const only = (part: object, more: object = {}) => ({ resource_changes: [change('a', part, more), change('b')] });
  it.each<[string, object]>([
    ['another resource', { resource_changes: [...PLAN.resource_changes, change('c')] }],
    ['a resource less', { resource_changes: [change('a')] }],
    ['a value', only({ after: { input: 'b' } })],
    ['what comes before', only({ before: { input: 'a' } })],
    ['what becomes of it', only({ actions: ['delete', 'create'] })],
    ['what is known later', only({ after_unknown: {} })],
    [
      'a move alone',
      { resource_changes: [...PLAN.resource_changes, change('c', { actions: ['no-op'] }, { previous_address: 'd' })] },
    ],
    [
      'an import alone',
      { resource_changes: [...PLAN.resource_changes, change('c', { actions: ['no-op'], importing: { id: '1' } })] },
    ],
    ['what it deposes', only({}, { deposed: '1' })],
    ['an output', { output_changes: {} }],
    ['a variable', { variables: { token: { value: 'other' } } }],
    ['where a provider works', { configuration: { ...PLAN.configuration, provider_config: {} } }],
    ['an action beside resources', { action_invocations: [{ address: 'action.x' }] }],
  ])('should differ by %s', (_, part) => {
    expect(digest(part)).not.toBe(SAME);
  });

  it('should differ by the whole configuration where commands stand in it', () => {
    const withCommand = (command: string, x = 1) =>
      digest({
        configuration: { root_module: { x, resources: [{ provisioners: [{ type: 'local-exec', command }] }] } },
      });
    expect(withCommand('a')).toBe(withCommand('a'));
    expect(new Set([withCommand('a'), withCommand('b'), withCommand('a', 2)]).size).toBe(3);
  });

  it('should reveal nothing without the key, and be none of what is no plan', () => {
    expect(digest({}, 'another key')).not.toBe(SAME);
    expect(['', '{', '[]', '{}'].map((text) => planDigest(text, KEY))).toEqual([null, null, null, null]);
  });
});
