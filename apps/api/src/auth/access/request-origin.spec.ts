import { describe, expect, it } from '@jest/globals';
import { isForeignOrigin } from './request-origin.js';

const host = 'switchyard.internal:3000';
const publicHost = 'deploy.example.com';

describe('isForeignOrigin', () => {
  it.each([
    [{ host }],
    [{ host, origin: 'http://switchyard.internal:3000' }],
    [{ host, origin: 'https://deploy.example.com' }],
    [{ host, referer: 'https://deploy.example.com/project/1/history' }],
    [{ host: 'SWITCHYARD.internal:3000', origin: 'http://switchyard.internal:3000' }],
  ])('should let %j pass', (headers) => {
    expect(isForeignOrigin(headers, publicHost)).toBe(false);
  });

  it.each([
    [{ host, origin: 'https://evil.example' }],
    [{ host, origin: 'null' }],
    [{ host, origin: '' }],
    [{ host, origin: 'http://switchyard.internal:3001' }],
    [{ host, origin: 'https://deploy.example.com.evil.example' }],
    [{ host, origin: 'https://deploy.example.com@evil.example' }],
    [{ host, origin: 'file://' }],
    [{ host, referer: 'https://evil.example/?https://deploy.example.com' }],
    [{ host, origin: 'https://evil.example', referer: 'https://deploy.example.com/' }],
  ])('should refuse %j', (headers) => {
    expect(isForeignOrigin(headers, publicHost)).toBe(true);
  });
});
