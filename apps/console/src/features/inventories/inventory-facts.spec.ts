import { describe, expect, it } from '@jest/globals';
import { iniFacts } from './ini-inventory.js';
import type { InventoryFacts } from './inventory-facts.js';
import { yamlFacts } from './yaml-inventory.js';

/** `hosts groups`, then each fault as `line code name`. */
const shown = (facts: InventoryFacts | null): string[] | null =>
  facts && [`${facts.hosts} ${facts.groups}`, ...facts.faults.map(({ line, code, name }) => `${line} ${code} ${name}`)];

describe('a list of hosts as INI', () => {
  it.each([
    ['nothing', '# only\n; comments\n', ['0 0']],
    ['hosts outside of groups', 'a\nb ansible_host=10.0.0.1 # first\n', ['2 0']],
    ['groups, children and variables', '[web]\na\na\nb\n[db]\nc\n[all:vars]\nx=1\n[site:children]\nweb\ndb\n', ['3 3']],
    ['ranges', '[web]\nweb[01:20].example.com\n[db]\ndb-[a:f]\nn[0:10:5]x[1:2]\n', ['32 2']],
    ['quotes with blanks and equals signs', `a x="1 2" y='#' z=a\\ b`, ['1 0']],
    ['addresses and ports', '[2001:db8::1]:22\na:22\n', ['2 0']],
    [
      'letters and a number',
      'a[A:c]\nb[a:10]\nc[1:c]\nd[y:B]\n',
      ['4 0', '1 range a[A:c]', '2 range b[a:10]', '3 range c[1:c]'],
    ],
    ['a heading with blanks', '[web servers]\na\n', ['1 0', '1 section [web servers]']],
    ['a section that is not closed', '[web\na\n', ['1 0', '1 section [web']],
    ['a range that is none', 'a[1\nb[c]\nd]\n', ['1 0', '1 range a[1', '2 range b[c]']],
    ['a kind of section that is none', '[web:host]\na\n', ['1 0', '1 section [web:host]']],
    ['a word that is no variable', '[web]\na\nb ansible_user root\n', ['2 1', '3 variable ansible_user']],
    ['a mark that is not closed', 'a x="1\n', ['0 0', '1 quote a x="1']],
    [
      'a range from high to low',
      'a[9:1]\nb[01:9]\nc[1:]\n',
      ['0 0', '1 range a[9:1]', '2 range b[01:9]', '3 range c[1:]'],
    ],
    ['a group that nobody defined', '[web:vars]\nx=1\n[all:children]\ndb\n', ['0 0', '1 group web', '4 group db']],
    ['a variable without a value', '[all:vars]\nhttp_port 80\n', ['0 0', '2 variable http_port 80']],
  ])('should tell %s', (_what, text, expected) => {
    expect(shown(iniFacts(text))).toEqual(expected);
  });

  it('should name five faults at most, the first ones', () => {
    const { faults } = iniFacts('a b\n'.repeat(20));
    expect(faults.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('a list of hosts as YAML', () => {
  it.each([
    ['nothing', '---\n', ['0 0']],
    [
      'hosts and groups',
      'all:\n  hosts:\n    a:\n  children:\n    web:\n      hosts:\n        web[1:3]:\n          x: 1\n',
      ['4 1'],
    ],
    ['a name twice', 'web:\n  hosts: {a: , b: }\ndb:\n  hosts: {a: }\n', ['2 2']],
    ['an unknown key', 'web:\n  host:\n    a:\n', ['0 1', '2 key host']],
    ['hosts as a list', 'web:\n  hosts:\n    - a\n    - b\n', ['0 1', '2 mapping hosts']],
    ['a group that is a text', 'web: a\n', ['0 1', '1 mapping web']],
    ['a list', '- a\n', ['0 0', '1 mapping all']],
    ['a range from high to low', 'web:\n  hosts:\n    a[9:1]:\n', ['0 1', '3 range a[9:1]']],
  ])('should tell %s', (_what, text, expected) => {
    expect(shown(yamlFacts(text))).toEqual(expected);
  });

  it('should leave what is no YAML to the editor', () => {
    expect(yamlFacts('a: [')).toBeNull();
  });
});
