import { describe, expect, it } from '@jest/globals';
import { faultsOf, faultyMembers } from '../testing/faults-of.js';
import {
  ALERT_CHANNEL_NEEDS,
  ALERT_CHANNEL_TYPES,
  AlertChannelInput,
  missingChannelSecret,
  recipientsOf,
} from './alert-channel.js';

const body = (change: object) => ({ name: 'On call', type: 'slack', events: ['failure'], ...change });
const faults = (change: object): string[] => faultsOf(AlertChannelInput, body(change));

describe('an alert channel as it is sent', () => {
  it('should leave open whether it is active where nothing is sent', () => {
    expect(AlertChannelInput.parse(body({ active: null }))).toMatchObject({
      active: undefined,
      override_secret: false,
    });
  });

  it.each([
    ['jo@example.com', []],
    ['jo@example.com, ops@example.com', []],
    ['', ['target empty']],
    [' , ', ['target email']],
    ['jo@example.com, nobody', ['target email']],
    [Array.from({ length: 11 }, (_, i) => `p${i}@example.com`).join(), ['target too_many']],
  ])('should have recipients by mail: %j', (target, expected) => {
    expect(faults({ type: 'email', target })).toEqual(expected);
  });

  it.each([
    ['-1001234567890', []],
    ['@deployments', []],
    ['@ops', ['target chat_id']],
    ['deployments', ['target chat_id']],
    ['12/../34', ['target chat_id']],
    ['', ['target empty']],
  ])('should name a chat of Telegram: %j', (target, expected) => {
    expect(faults({ type: 'telegram', target })).toEqual(expected);
  });

  it('should have no target where its type needs none', () => {
    expect(faults({ type: 'webhook', target: 'anything' })).toEqual([]);
  });

  it.each(['ftp://example.com', 'example.com/hook', 'javascript:alert(1)'])('should not be sent to %s', (url) => {
    expect(faults({ url })).toEqual(['url web_address']);
  });

  it.each(['a b', 'a\nb', 'tökén'])('should have a token that fits into a header, not %j', (token) => {
    expect(faultyMembers(AlertChannelInput, body({ token }))).toContain('token');
  });
});

describe(missingChannelSecret.name, () => {
  it.each(ALERT_CHANNEL_TYPES)('should name what a channel of type %s lacks, one after the other', (type) => {
    const { url: needsUrl, token: needsToken } = ALERT_CHANNEL_NEEDS[type];
    const url = needsUrl ? 'https://example.com' : '';
    expect(missingChannelSecret({ type, url: '', token: 't' })).toBe(needsUrl ? 'url' : null);
    expect(missingChannelSecret({ type, url, token: '' })).toBe(needsToken === 'required' ? 'token' : null);
    expect(missingChannelSecret({ type, url, token: 't' })).toBeNull();
  });
});

describe(recipientsOf.name, () => {
  it('should be the addresses between commas', () => {
    expect(recipientsOf(' a@x.org,b@x.org ,, ')).toEqual(['a@x.org', 'b@x.org']);
    expect(recipientsOf('')).toEqual([]);
  });
});
