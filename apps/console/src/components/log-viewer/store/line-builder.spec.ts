import { describe, expect, it } from '@jest/globals';
import { PLAIN_SGR, type SecretName } from '@switchyard/contracts';
import { LineBuilder } from './line-builder.js';

const secret: SecretName = { kind: 'key', name: 'Deploy', of: '' };
const batch = { first: 7, lines: ['plain', '*** a ***', '***'], times: [1, 1, 1], kinds: [0, 0, 0] };

describe(LineBuilder.name, () => {
  it('should give lines the places of their secrets, also when lines before them are known', () => {
    const masked = { places: [1, 0, 1, 1, 6, 0, 2, 0, 1], secrets: [secret] };
    for (const skip of [0, 1, 2]) {
      const built = new LineBuilder(PLAIN_SGR).build({ ...batch, masked }, skip);
      expect(built.map(({ masks }) => masks)).toEqual(
        [
          undefined,
          [
            { column: 0, secret },
            { column: 6, secret: null },
          ],
          [{ column: 0, secret }],
        ].slice(skip),
      );
    }
  });

  it('should add nothing to lines without secrets', () => {
    const [line] = new LineBuilder(PLAIN_SGR).build(batch);
    expect(Object.keys(line ?? {})).toEqual(['text', 'time', 'kind', 'sgr']);
  });
});
