import { describe, expect, it } from '@jest/globals';
import { readPublishedOutputs, type PublishedOutput } from '@switchyard/contracts';
import { SecretMasker } from '@switchyard/masking';
import { admitOutputs } from './admit-outputs.js';

const masker = new SecretMasker(['hunter22']);
const output = (name: string, value: unknown = '', secret = false): PublishedOutput => ({ name, value, secret });
const admit = (...given: PublishedOutput[]) => admitOutputs(given, masker);
const names = (...given: PublishedOutput[]) => admit(...given).outputs.map(({ name }) => name);
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

describe('admitOutputs', () => {
  it('should take names of variables, and name the others', () => {
    const long = 'n'.repeat(64);
    const good = ['a', '_A-9', long];
    const bad = ['', '1a', '-a', 'a b', 'ä', `${long}n`, 'a\u001b[31m'];
    expect(names(...[...good, ...bad].map((name) => output(name)))).toEqual(good);
    const { refused } = admit(output('a\u001b[31m'));
    expect(refused).toEqual([
      'The output "a\\u001b[31m" is left out: a name has 1 to 64 letters, digits, _ and -, and begins with a letter or _',
    ]);
  });

  it('should take the last value of a name', () => {
    expect(admit(output('a', 1), output('b', 2), output('a', 3)).outputs).toEqual([output('a', 3), output('b', 2)]);
  });

  it('should keep secret what is, and what holds a secret', () => {
    const { outputs } = admit(output('a', 'x', true), output('b', { c: ['hunter22'] }), output('d', 'x'));
    expect(outputs.map(({ secret }) => secret)).toEqual([true, true, false]);
    expect(admit(output('x-hunter22')).refused).toHaveLength(1);
  });

  it('should take as many outputs as there may be', () => {
    const many = Array.from({ length: 101 }, (_, i) => output(`n${i}`));
    const { outputs, refused } = admit(...many);
    expect([outputs.length, refused]).toEqual([100, ['The output "n100" is left out: there are 100 already']]);
  });

  it('should take as much as all may have together, which the control plane takes', () => {
    const half = (name: string, more = 0) => output(name, 'é'.repeat(65_536 - 2 + more));
    const { outputs, refused } = admit(half('a'), half('b', 2), half('c'), output('d', 'x'));
    expect(outputs.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(refused[0]).toBe('The output "b" is left out: all outputs together may have 256 KiB');
    expect(readPublishedOutputs(JSON.stringify(outputs))).toEqual(outputs);
    expect(readPublishedOutputs(JSON.stringify([...outputs, output('d', 'x')]))).toBeNull();
  });

  it('should take values as deep as they may be, which the control plane takes', () => {
    const deepest = output('a', nested(32));
    expect(names(deepest, output('b', nested(33)))).toEqual(['a']);
    expect(readPublishedOutputs(JSON.stringify([deepest]))).toEqual([deepest]);
    expect(
      readPublishedOutputs(`[{"name":"a","secret":false,"value":${'['.repeat(130_000)}${']'.repeat(130_000)}}]`),
    ).toBeNull();
  });
});
