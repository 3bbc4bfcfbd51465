import { describe, expect, it } from '@jest/globals';
import { expiredSessionCookie, isSecureRequest, readSessionCookie, sessionCookie } from './session-cookie.js';

describe('readSessionCookie', () => {
  it.each([
    ['semaphore=abc', 'abc'],
    ['theme=dark; semaphore=abc; lang=en', 'abc'],
    ['semaphore=abc; Path=/; HttpOnly; SameSite=Lax', 'abc'],
    ['HttpOnly; Path=/; semaphore=abc', 'abc'],
  ])('should find the session in %j', (header, secret) => {
    expect(readSessionCookie(header)).toBe(secret);
  });

  it.each([
    undefined,
    '',
    'semaphore=',
    'xsemaphore=abc',
    'Semaphore=abc',
    'semaphore=a b',
    `semaphore=${'a'.repeat(129)}`,
  ])('should find none in %j', (header) => {
    expect(readSessionCookie(header)).toBeNull();
  });
});

describe('sessionCookie', () => {
  it('should be out of reach of scripts and foreign POSTs, and end with the browser', () => {
    expect(sessionCookie('abc', { path: '/', secure: false })).toBe('semaphore=abc; Path=/; HttpOnly; SameSite=Lax');
  });

  it('should travel to this server alone where several stand on one host', () => {
    expect(sessionCookie('abc', { path: '/switchyard', secure: false })).toContain('; Path=/switchyard;');
  });

  it('should travel by HTTPS alone when people come by HTTPS', () => {
    expect(sessionCookie('abc', { path: '/', secure: true })).toMatch(/; Secure$/);
    expect(isSecureRequest({ protocol: 'http', headers: {} }, 'https://switchyard.example.com')).toBe(true);
    expect(isSecureRequest({ protocol: 'http', headers: { 'x-forwarded-proto': 'https' } }, undefined)).toBe(true);
    expect(isSecureRequest({ protocol: 'http', headers: {} }, 'http://switchyard.example.com')).toBe(false);
  });

  it('should be empty and past when it removes the session', () => {
    expect(expiredSessionCookie({ path: '/', secure: false })).toMatch(/^semaphore=; Expires=Thu, 01 Jan 1970/);
  });
});
