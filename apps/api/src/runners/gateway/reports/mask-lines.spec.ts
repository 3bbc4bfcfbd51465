import { describe, expect, it } from '@jest/globals';
import { SecretMasker } from '@switchyard/masking';
import { maskLines } from './mask-lines.js';

const masker = new SecretMasker(['hunter22-secret']);
const masked = async (text: string): Promise<string> => (await maskLines(Buffer.from(text), masker)).toString();

describe(maskLines.name, () => {
  it('should hide secrets in every line, and leave as many lines as there were', async () => {
    const text = Array.from({ length: 40_000 }, (_, n) => `é${n} hunter22-secret`).join('\n');
    expect(await masked(text)).toBe(text.replaceAll('hunter22-secret', '***'));
  });

  it.each(['', '\n', '\n\n', 'x', 'x\n'])('should keep %j', async (text) => {
    expect(await masked(text)).toBe(text);
  });

  it('should hide a secret in a line longer than a batch', async () => {
    const long = 'x'.repeat(600_000);
    expect(await masked(`a\n${long}hunter22-secret\nb`)).toBe(`a\n${long}***\nb`);
  });
});
