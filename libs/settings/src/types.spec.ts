import { describe, expect, it } from '@jest/globals';
import { valueOf } from './check.js';
import { databaseUrl, isAddressOrHost, publicUrl, trustedProxies } from './types.js';

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

describe('databaseUrl', () => {
  it.each([
    'postgres://db.example.com/switchyard',
    'postgresql://user:pass%2Cword@db:5432/switchyard?sslmode=verify-full',
    'postgres://user:secret@db1:5432,db2:5433/switchyard',
    'postgres://user@db1,[fd00::2]:5432,10.0.0.3/switchyard?target_session_attrs=read-write&sslmode=require',
    'postgres://user:pass@%2Frun%2Fpostgresql:5432/switchyard',
  ])('should take %s', (text) => {
    expect(valueOf(databaseUrl, text)).toEqual({ value: text });
  });

  it.each([
    'mysql://db/x',
    'db1,db2',
    'postgres://db1,/x',
    'postgres://db1,db2:port/x',
    'postgres://db1,db2/x?target_session_attrs=prefer-standby',
  ])('should refuse %s', (text) => {
    expect(valueOf(databaseUrl, text)).toHaveProperty('fault');
  });
});

describe('publicUrl', () => {
  it.each(['https://yard.example', 'http://yard.example:8080/', 'https://yard.example/a/b-c_d.e~f/'])(
    'should take %s',
    (given) => {
      expect(publicUrl.parse(given)).toBe(given);
    },
  );

  it.each([
    'yard.example',
    'ftp://yard.example',
    'https://h/a;b',
    "https://h/a'b",
    'https://h/a//b',
    'https://h/?a',
    'https://h/#a',
  ])('should refuse %s', (given) => {
    expect(() => publicUrl.parse(given)).toThrow(/^must be an address like https?:/);
  });
});
