import { describe, expect, it } from '@jest/globals';
import { pathBelow } from './answer-below.js';
import { basePath } from './public-address.js';

describe(pathBelow.name, () => {
  it.each([
    ['/yard/', '/'],
    ['/yard', '/'],
    ['/yard?x=1', '/?x=1'],
    ['/yard/api/user?x=/yard/', '/api/user?x=/yard/'],
    ['/yard//other.example/x', '//other.example/x'],
    ['/yards', null],
    ['/api/user', null],
    ['/', null],
  ])('should make of %s the path %p', (url, path) => {
    expect(pathBelow(url, '/yard')).toBe(path);
  });
});

describe(basePath.name, () => {
  it.each([
    [undefined, ''],
    ['https://host', ''],
    ['https://host/', ''],
    ['https://host/yard/', '/yard'],
    ['https://host:8443/a/b', '/a/b'],
  ])('should be that of %p: %p', (address, path) => {
    expect(basePath({ SWITCHYARD_WEB_HOST: address })).toBe(path);
  });
});
