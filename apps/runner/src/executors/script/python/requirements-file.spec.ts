import { describe, expect, it } from '@jest/globals';
import { requirementsKey } from './requirements-file.js';

const isKept = (content: string): boolean => requirementsKey({ content }, '3.11') !== null;

describe(requirementsKey.name, () => {
  it.each([
    'requests==2.32.3\n# a comment\n\nrich>=13 ; python_version > "3.8"',
    'name @ git+https://example.com/name.git@v1',
    'https://example.com/wheels/name-1.0-py3-none-any.whl',
    '--index-url https://example.com/simple\n--require-hashes\nname==1 \\\n  --hash=sha256:0',
  ])('should name what does not depend on the checkout: %j', (content) => {
    expect(isKept(content)).toBe(true);
  });

  it.each(['-r other.txt', '-c limits.txt', '-e .', '.', './lib', 'lib/name', 'name @ file:///opt/name', '-f wheels'])(
    'should name nothing that files of the checkout decide about: %j',
    (content) => {
      expect(isKept(`requests\n${content}\n`)).toBe(false);
    },
  );

  it('should be another for other requirements and another interpreter', () => {
    const keys = [requirementsKey({ content: 'a' }, '3.11'), requirementsKey({ content: 'b' }, '3.11')];
    expect(new Set([...keys, requirementsKey({ content: 'a' }, '3.12')]).size).toBe(3);
  });
});
