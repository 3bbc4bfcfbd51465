import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { inventoryText } from './inventory-text.js';

const key = (name: string) => ({ name, type: 'group' });
const host = (name: string, change: object = {}) => ({ name, variables: '', enabled: true, ...change });
const group = (name: string, { hosts = [], children = [], variables = '' }: Record<string, unknown> = {}) => ({
  name,
  variables,
  related: {
    hosts: (hosts as string[]).map((each) => ({ name: each, type: 'host' })),
    children: (children as string[]).map(key),
  },
});
const read = (related: object, variables = '') => {
  const { text, losses } = inventoryText({ name: 'i', variables, related });
  return { ...(parse(text) as { all: Record<string, unknown> }), losses };
};

describe(inventoryText.name, () => {
  it('should hold hosts, groups and their variables, of JSON or YAML', () => {
    const hosts = [host('web', { variables: '{"port": 80}' }), host('db', { variables: '---\nrole: main\n' })];
    const groups = [group('site', { hosts: ['web'], variables: 'tier: front' })];
    expect(read({ hosts, groups }, '---')).toEqual({
      all: {
        hosts: { web: { port: 80 }, db: { role: 'main' } },
        children: { site: { hosts: { web: {} }, vars: { tier: 'front' } } },
        vars: {},
      },
      losses: [],
    });
  });

  it('should leave out hosts that are disabled, and say so', () => {
    const { all, losses } = read({
      hosts: [host('old', { enabled: false })],
      groups: [group('g', { hosts: ['old'] })],
    });
    expect([all, losses]).toEqual([
      { hosts: {}, children: { g: { hosts: {} } }, vars: {} },
      ['the host "old" is disabled there, so it is left out'],
    ]);
  });

  it('should write a group of several parents once', () => {
    const groups = [
      group('a', { children: ['shared'] }),
      group('b', { children: ['shared'] }),
      group('shared', { variables: 'x: 1' }),
    ];
    expect(read({ groups }).all).toMatchObject({
      children: { a: { children: { shared: { vars: { x: 1 } } } }, b: { children: { shared: {} } } },
    });
  });

  it('should end where groups lie in a circle', () => {
    const groups = [group('a', { children: ['b'] }), group('b', { children: ['a'] })];
    expect(read({ groups }).all['children']).toEqual({ a: { children: { b: { children: { a: {} } } } } });
  });

  it.each(['- a list', '[', '"text'])('should name variables that are no mapping: %j', (variables) => {
    expect(read({ hosts: [host('web', { variables })] }).losses).toEqual([
      'the variables of host "web" are no mapping, so they are left out',
    ]);
  });
});
