import { describe, expect, it } from '@jest/globals';
import { errorMessage, toApiError, type ErrorWords } from './api-error.js';

const words: ErrorWords = {
  offline: 'away',
  unreadable: 'garbled',
  forbidden: 'forbidden',
  notFound: 'gone',
  conflict: 'conflict',
  server: 'broken',
  problem: ({ code }) => `<${code}>`,
  failed: (status) => `failed ${status}`,
};

describe('toApiError', () => {
  it('should word the problem that the server names, whatever its sentence', () => {
    const issues = [{ path: ['name', 0], code: 'empty', params: {} }];
    const data = { error: 'in use by 2 templates', code: 'app_used', params: { count: 2 }, issues, inUse: true };
    expect(toApiError({ status: 400, data }, words)).toEqual({
      status: 400,
      message: '<app_used>',
      code: 'app_used',
      issues,
      inUse: true,
    });
  });

  it('should read lists among the parameters', () => {
    const issues = [{ path: ['type'], code: 'one_of', params: { values: ['a', 'b'] } }];
    const given = { issues: [{ ...issues[0], params: { values: ['a', 'b'], odd: [1], none: null } }] };
    expect(toApiError({ status: 400, data: { code: 'invalid_request', ...given } }, words).issues).toEqual(issues);
  });

  it('should not show the sentence of a server that names no problem', () => {
    expect(toApiError({ status: 400, data: { error: 'in use' } }, words).message).toBe('failed 400');
  });

  it.each([
    [401, '401 Unauthorized'],
    [403, 'forbidden'],
    [404, 'gone'],
    [409, 'conflict'],
    [422, 'failed 422'],
    [503, 'broken'],
  ])('should have words of its own when %d has no body', (status, message) => {
    expect(toApiError({ status, data: null }, words).message).toBe(message);
  });

  it('should have words of its own for a problem that adds nothing to its status', () => {
    const worded = (status: number, code: string) => toApiError({ status, data: { error: 'x', code } }, words).message;
    expect(worded(401, 'not_signed_in')).toBe('401 Unauthorized');
    expect([worded(401, 'not_allowed'), worded(403, 'not_allowed'), worded(404, 'not_found')]).toEqual([
      '401 Unauthorized',
      'forbidden',
      'gone',
    ]);
  });

  it('should distinguish an absent server from an unreadable answer', () => {
    expect(toApiError({ status: 'FETCH_ERROR' }, words)).toEqual({
      status: 0,
      message: 'away',
      code: null,
      issues: [],
      inUse: false,
    });
    expect(toApiError({ status: 'PARSING_ERROR', originalStatus: 200 }, words).message).toBe('garbled');
  });

  it('should word the status of a refusal whose body is the page of a proxy', () => {
    const failure = { status: 'PARSING_ERROR', originalStatus: 502, data: '<h1>Bad Gateway</h1>' };
    expect(toApiError(failure, words)).toMatchObject({ status: 502, message: 'broken' });
  });
});

describe('errorMessage', () => {
  it('should read the message of an error and print anything else', () => {
    expect(errorMessage({ message: 'no' })).toBe('no');
    expect(errorMessage('odd')).toBe('odd');
  });
});
