import { describe, expect, it } from '@jest/globals';
import type { AlertDelivery } from '@switchyard/contracts';
import { isOver } from './use-channel-test.js';

const error = { code: 'too_slow', status: null };

describe(isOver.name, () => {
  it.each([
    ['waits for its first try', { status: 'pending', error: null }, false],
    ['is being sent', { status: 'sending', error: null }, false],
    ['was accepted', { status: 'delivered', error: null }, true],
    ['failed once and is tried again', { status: 'pending', error }, true],
    ['failed for good', { status: 'dead', error }, true],
  ])('should judge a test that %s', (_, delivery, expected) => {
    expect(isOver(delivery as AlertDelivery)).toBe(expected);
  });
});
