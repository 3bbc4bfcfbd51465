import { describe, expect, it } from '@jest/globals';
import { STATE_LIMITS } from '../../platform/bounds.js';
import { stateText } from '../../testing/state-backend.js';
import { BudgetSpent, WorkBudget } from '../../platform/workers/work-budget.js';
import { shownState } from './shown-state.js';
import { viewState } from './view-state.js';

const MIB = 1024 * 1024;
const budget = () => new WorkBudget(STATE_LIMITS);
const shown = (attributes: object): unknown => {
  const state = JSON.parse(shownState(stateText(1, { a: attributes }), budget())) as {
    resources: { instances: { attributes: unknown }[] }[];
  };
  return state.resources[0]?.instances[0]?.attributes;
};

describe('a state as guests see it', () => {
  it.each([
    ['a list of texts', { passwords: ['canary'], n: 1 }, { passwords: null, n: 1 }],
    ['a map', { secrets: { a: 'canary', b: '' }, n: 1 }, { secrets: null, n: 1 }],
    ['a list of maps', { login: [{ user: 'u', password: 'canary' }] }, { login: [{ user: 'u', password: null }] }],
    ['a list below a secret name', { token: [[{ any: 'canary' }]] }, { token: null }],
    [
      'variables of a container',
      {
        env: [
          { name: 'DB_PASSWORD', value: 'canary' },
          { name: 'TZ', value: 'UTC' },
        ],
      },
      {
        env: [
          { name: 'DB_PASSWORD', value: null },
          { name: 'TZ', value: 'UTC' },
        ],
      },
    ],
    [
      'values of a key',
      { set: [{ key: 'api_token', values: ['canary'] }] },
      { set: [{ key: 'api_token', values: null }] },
    ],
    ['what holds no text', { secrets: [], tokens: {}, token_ttl: 60 }, { secrets: [], tokens: {}, token_ttl: 60 }],
  ])('should not hold secrets in %s', (_, attributes, seen) => {
    expect(shown(attributes)).toEqual(seen);
  });

  it('should not hold secrets of outputs that are not marked, nor of old providers', () => {
    const state = JSON.parse(stateText(1, { a: {} })) as Record<string, unknown>;
    state['outputs'] = {
      db_password: { value: 'canary', type: 'string' },
      database: { value: { host: 'h', password: 'canary' }, type: ['object', {}] },
    };
    state['resources'] = [{ instances: [{ attributes_flat: { id: '1', 'login.0.password': 'canary' } }] }];
    const seen = shownState(JSON.stringify(state), budget());
    expect([seen.includes('canary'), seen.includes('"host": "h"')]).toEqual([false, true]);
  });

  it('should not hold copies of a hidden value that nothing marks, and leave alone what many values are', () => {
    const state = JSON.parse(stateText(1, { a: {} })) as Record<string, unknown>;
    const attributes = {
      input: { secret: 'canary-1', on: 'true' },
      output: { copy: ['canary-1'], on: 'true', n: 7_301 },
    };
    const sensitive_attributes = ['secret', 'on'].map((name) =>
      ['input', name].map((value) => ({ type: 'get_attr', value })),
    );
    state['resources'] = [{ instances: [{ attributes, sensitive_attributes }] }];
    state['outputs'] = { host: { value: 'canary-1' }, pin: { value: 7_301, sensitive: true } };
    const seen = JSON.parse(shownState(JSON.stringify(state), budget())) as typeof state;
    expect(JSON.stringify(seen)).not.toContain('canary-1');
    expect(seen['resources']).toMatchObject([{ instances: [{ attributes: { output: { on: 'true', n: null } } }] }]);
  });

  it('should stay as it is, byte for byte, without any', () => {
    const text = JSON.stringify(JSON.parse(stateText(1, { a: { list: [{ id: 1 }] } })), null, 7);
    expect(shownState(text, budget())).toBe(text);
  });
});

describe('showing a state of 8 MiB', () => {
  it('should read it once, and both versions once more to compare them', () => {
    const bytes = Buffer.from(stateText(1, { a: { password: 'canary', id: 'x'.repeat(8 * MIB - 300) } }));
    const counted = budget();
    expect(viewState({ now: bytes, before: bytes }, counted).difference).toEqual({
      added: [],
      changed: [],
      removed: [],
    });
    expect(counted.taken.steps).toBeLessThan(5 * 8 * MIB);
  });

  it.each([
    ['many small values', { list: Array(4 * MIB - 200).fill(1) }],
    [
      'deep lists of many values',
      { deep: JSON.parse(`${'['.repeat(180)}${'1,'.repeat(MIB)}1${']'.repeat(180)}`) as [] },
    ],
  ])('should be refused when %s would take many times its size', (_, attributes) => {
    const text = stateText(1, { a: { password: 'canary', ...attributes } });
    const counted = budget();
    expect(() => viewState({ now: Buffer.from(text), before: null }, counted)).toThrow(BudgetSpent);
    expect(counted.taken.kept).toBeLessThan(STATE_LIMITS.kept + 1_000);
  });
});
