import { describe, expect, it } from '@jest/globals';
import { reachedAddress } from './reached-address.js';

describe(reachedAddress.name, () => {
  it.each<[string | undefined, string, number, string | null]>([
    ['https://yard.example/base/', '127.0.0.1', 3000, 'https://yard.example/base'],
    [undefined, '127.0.0.1', 3000, 'http://127.0.0.1:3000'],
    [undefined, '::1', 80, 'http://[::1]:80'],
    [undefined, '0.0.0.0', 3000, null],
    [undefined, '::', 3000, null],
    [undefined, '127.0.0.1', 0, null],
  ])('should be that of %j, %s and %i', (given, host, port, expected) => {
    const settings = { SWITCHYARD_WEB_HOST: given, SWITCHYARD_HOST: host, SWITCHYARD_PORT: port };
    expect(reachedAddress(settings)).toBe(expected);
  });
});
