import { describe, expect, it } from '@jest/globals';
import { MAX_SHOWN_VALUE } from '@switchyard/contracts';
import { MAX_READ_TO_SHOW } from './read-webhook.js';
import type { ReadVariable } from './reading.js';
import { shownReading } from './shown-reading.js';

const SECRETS = { authHeader: 'X-Own', texts: ['s3cret-of-the-sender'], variables: ['pin'] };
const shown = (value: string, part: Partial<ReadVariable> = {}): string | null | undefined => {
  const extracted: ReadVariable[] = [
    { id: 1, name: 'n', variable: 'v', variable_type: 'environment', value, header: null, ...part },
  ];
  return shownReading({ matches: true, verdicts: [], extracted, unfit: null }, SECRETS).extracted[0]?.value;
};

describe('what is shown of a webhook', () => {
  it.each(['Authorization', 'cookie', 'X-Hub-Signature-256', 'x-own'])(
    'should hide what was extracted of %s, which proves the sender',
    (header) => {
      expect(shown('Bearer abc', { header })).toBe('***');
    },
  );

  it('should show other headers, and hide answers to secret questions', () => {
    expect(shown('push', { header: 'X-Event' })).toBe('push');
    expect([shown('1', { variable: 'pin' }), shown('1', { variable: 'pin', variable_type: 'task' })]).toEqual([
      '***',
      '1',
    ]);
  });

  it('should mask secrets and cut what is long', () => {
    expect(shown(`a ${SECRETS.texts[0]} b`)).toBe('a *** b');
    expect(shown('x'.repeat(MAX_SHOWN_VALUE))).toBe('x'.repeat(MAX_SHOWN_VALUE));
    expect(shown('x'.repeat(MAX_SHOWN_VALUE + 1))).toBe(`${'x'.repeat(MAX_SHOWN_VALUE)}…`);
  });

  it('should show nothing of a secret where the looked-at part of a long value ends in the midst of it', () => {
    const secret = SECRETS.texts[0] ?? '';
    const masked = secret.repeat(Math.floor(MAX_READ_TO_SHOW / secret.length) - 1);
    const rest = MAX_READ_TO_SHOW - masked.length;
    const value = masked + '-'.repeat(rest - 10) + secret + '-'.repeat(1_000);
    const seen = shown(value);
    expect(seen).toMatch(/^(\*\*\*)+-+…$/);
    expect(seen).not.toContain('s3');
  });
});
