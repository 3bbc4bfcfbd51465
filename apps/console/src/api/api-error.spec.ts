import { describe, expect, it } from '@jest/globals';
import { errorMessage, toApiError, type ErrorWords } from './api-error.js';

const words: ErrorWords = {
  offline: 'away',
  unreadable: 'garbled',
  forbidden: 'forbidden',
  notFound: 'gone',
  conflict: 'conflict',
  server: 'broken',
  unconfirmed: 'unconfirmed',
  failed: (status) => `failed ${status}`,
};

describe('toApiError', () => {
  it('should prefer the error text of the server', () => {
    const error = toApiError({ status: 400, data: { error: 'in use by 2 templates', inUse: true } }, words);
    expect(error).toEqual({ status: 400, message: 'in use by 2 templates', inUse: true });
  });

  it('should have words of its own when the user did not confirm who he is', () => {
    const failure = { status: 403, data: { error: 'REAUTHENTICATION_REQUIRED' } };
    expect(toApiError(failure, words).message).toBe('unconfirmed');
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

  it('should tell an absent server from an unreadable answer', () => {
    expect(toApiError({ status: 'FETCH_ERROR' }, words)).toEqual({ status: 0, message: 'away', inUse: false });
    expect(toApiError({ status: 'PARSING_ERROR' }, words).message).toBe('garbled');
  });
});

describe('errorMessage', () => {
  it('should read the message of an error and print anything else', () => {
    expect(errorMessage({ message: 'no' })).toBe('no');
    expect(errorMessage('odd')).toBe('odd');
  });
});
