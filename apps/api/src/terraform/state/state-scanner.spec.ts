import { describe, expect, it } from '@jest/globals';
import { hashesIn } from './resource-list.js';
import { StateScanner } from './state-scanner.js';

/** Findings in a text that comes in chunks of so many bytes. */
function scanned(text: string, size: number): unknown {
  const scanner = new StateScanner();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    const fault = scanner.feed(bytes.subarray(at, at + size));
    if (fault) {
      return fault;
    }
  }
  const facts = scanner.finish();
  return typeof facts === 'string' ? facts : { ...facts, resources: facts.resources && [...hashesIn(facts.resources)] };
}

const SIZES = [1, 2, 3, 7, 16, 100_000];
const instance = (attributes: object, more: object = {}): object => ({ attributes, ...more });
const resource = (name: string, instances: object[], more: object = {}): object => ({
  mode: 'managed',
  type: 'box',
  name,
  provider: 'provider["x\\"y"]',
  ...more,
  instances,
});
const STATE = {
  version: 4,
  lineage: 'lïne "1"',
  outputs: { 'serial"': { value: { serial: 3 }, type: 'string' } },
  resources: [
    resource('a', [instance({ text: 'a"b\\', list: [1, -2.5e3, true, false, null, [], {}], deep: { serial: 9 } })]),
    resource('b', [instance({ n: 1 }, { index_key: 0 }), instance({ n: 2 }, { index_key: 'k"' })], {
      module: 'module.m',
    }),
    resource('c', [instance({ long: 'x'.repeat(3_000) }, { deposed: '0a1b' })]),
    resource('page', [instance({})], { mode: 'data' }),
  ],
  serial: 42,
};

describe(StateScanner.name, () => {
  it.each([0, 2])('should find the same wherever the text is cut, indented by %i', (indent) => {
    const text = JSON.stringify(STATE, null, indent);
    const whole = scanned(text, SIZES.at(-1) ?? 0) as { resources: [string, string][]; serialAt: [number, number] };
    expect(whole).toMatchObject({ serial: 42, lineage: 'lïne "1"' });
    expect(
      Buffer.from(text)
        .subarray(...whole.serialAt)
        .toString(),
    ).toBe('42');
    const addresses = ['box.a', 'module.m.box.b[0]', 'module.m.box.b["k\\""]', 'box.c (deposed 0a1b)'];
    expect(whole.resources.map(([address]) => address)).toEqual(addresses);
    expect(new Set(whole.resources.map(([, hash]) => hash)).size).toBe(addresses.length);
    SIZES.forEach((size) => expect(scanned(text, size)).toEqual(whole));
  });

  it('should know no resources of a state that the tool has encrypted', () => {
    const text = JSON.stringify({ serial: 3, lineage: 'l', encrypted_data: 'eA==', encryption_version: 'v0' });
    SIZES.forEach((size) => expect(scanned(text, size)).toMatchObject({ serial: 3, lineage: 'l', resources: null }));
  });

  it.each([
    ['"a":tru'],
    ['"a":01'],
    ['"a":1,'],
    ['"a":[1,]'],
    ['"a":[1'],
    ['"a":1]'],
    ['"a":[1 2]'],
    ['"a":[:]'],
    ['"a":1:2'],
    ['"a":{1:2}'],
    ['"a":{"b" 1}'],
    ['"a":{"b"}'],
    ['"a":tr"u"e'],
    ['"l" "a":1'],
    ['"a"'],
    ['"a":"\n"'],
    ['"a":{"b":"\t"}'],
    ['a:1'],
    ['"a":1}'],
    ['"a":"b\\"'],
    [`"a":${'['.repeat(300)}${']'.repeat(300)}`],
    [`"a":${'1'.repeat(2_000)}`],
  ])('should refuse what is no JSON, wherever it stands and wherever it is cut: %#', (member) => {
    const texts = [
      `{"serial":1,"lineage":"l",${member}}`,
      `{"serial":1,"lineage":"l","resources":[{"instances":[{"attributes":{"x":1,${member}}}]}]}`,
    ];
    texts.forEach((text) => SIZES.forEach((size) => expect(scanned(text, size)).toBe('state_json')));
  });

  it('should refuse a lineage that no JSON has', () => {
    expect(scanned('{"serial":1,"lineage":"\\l"}', 100)).toBe('state_json');
  });

  it.each([
    ['more resources than are compared', 'a', 60_000],
    ['long addresses of more bytes than are kept', 'a'.repeat(1_000), 10_000],
  ])('should keep no list of %s', (_, name, count) => {
    const instances = `{},`.repeat(count - 1);
    const text = `{"serial":1,"lineage":"l","resources":[{"type":"t","name":"${name}","instances":[${instances}{}]},
      {"type":"t","name":"b","instances":[{}]}]}`;
    expect(scanned(text, 65_536)).toMatchObject({ serial: 1, resources: null });
  });

  it.each(['"type":"\\q","instances":[{}]', '"type":"t","instances":[{"deposed":"\\q"}]'])(
    'should refuse a state whose addresses no JSON has: %s',
    (members) => {
      const text = `{"serial":1,"lineage":"l","resources":[{"name":"b",${members}}]}`;
      expect(scanned(text, 65_536)).toBe('state_json');
    },
  );

  it('should refuse every part of a state', () => {
    const text = JSON.stringify({ ...STATE, resources: STATE.resources.slice(0, 2) });
    for (let end = 0; end < text.length; end++) {
      expect(scanned(text.slice(0, end), 1_000)).toBe('state_json');
    }
  });
});
