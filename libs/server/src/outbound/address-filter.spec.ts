import { describe, expect, it } from '@jest/globals';
import { AddressFilter } from './address-filter.js';

describe(AddressFilter.name, () => {
  it.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
    'should permit the public address %s',
    (address) => {
      expect(new AddressFilter().permits(address)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0.1.2.3',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a9fe:a9fe',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'fec0::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '::ffff:0:127.0.0.1',
    '2001:db8::1',
    '',
    'example.com',
    'not an address',
  ])('should refuse %s', (address) => {
    expect(new AddressFilter().permits(address)).toBe(false);
  });

  it('should permit what is allowed besides, and nothing next to it', () => {
    const filter = new AddressFilter(['10.1.0.0/16', '127.0.0.1', 'fd00::/8', 'Hooks.Internal.']);
    const permitted = ['10.1.255.1', '10.2.0.1', '127.0.0.1', '::ffff:127.0.0.1', '127.0.0.2', 'fd12::1', 'fc00::1'];
    expect(permitted.map((address) => filter.permits(address))).toEqual([true, false, true, true, false, true, false]);
    expect(
      ['hooks.internal', 'HOOKS.internal.', 'x.hooks.internal', '10.1.0.0/16'].map((n) => filter.permitsHost(n)),
    ).toEqual([true, true, false, false]);
  });
});
