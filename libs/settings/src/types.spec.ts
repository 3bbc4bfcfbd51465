import { describe, expect, it } from '@jest/globals';
import { valueOf } from './check.js';
import { isAddressOrHost, trustedProxies } from './types.js';

describe(isAddressOrHost.name, () => {
  it.each(['10.0.0.0/8', '127.0.0.1', '::1', 'fd00::/8', 'hooks.internal', 'localhost', 'my_host'])(
    'should take %s',
    (entry) => {
      expect(isAddressOrHost(entry)).toBe(true);
    },
  );

  it.each(['', '10.0.0.0/33', '10.0.0', '999.1.1.1', 'http://x', 'host:80', '*.x', '-x', 'a b'])(
    'should refuse "%s"',
    (entry) => {
      expect(isAddressOrHost(entry)).toBe(false);
    },
  );
});

describe('trustedProxies', () => {
  it.each<[string, number | string[] | false]>([
    ['1', 1],
    ['0', false],
    ['none', false],
    ['false', false],
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ])('should take %s', (text, value) => {
    expect(valueOf(trustedProxies, text)).toEqual({ value });
  });

  it.each(['true', '', '-1', '100', 'proxy.internal', '10.0.0.0/33', '0.0.0.0/0x'])('should refuse "%s"', (text) => {
    expect(valueOf(trustedProxies, text)).toHaveProperty('fault');
  });
});
