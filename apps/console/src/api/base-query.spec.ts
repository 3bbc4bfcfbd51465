import './auth-api.js';
import './user-api.js';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ErrorCode } from '@switchyard/contracts';
import { consoleCatalogue } from '@switchyard/texts/testing';
import i18next from 'i18next';
import type { ApiError } from './api-error.js';
import './keys-api.js';
import { onConfirmationNeeded } from './confirmation.js';
import { readEarly } from './early-answers.js';
import { getJson, ReadFailed } from './get-json.js';
import { onSessionEnd, onSignInNeeded } from './session-end.js';
import { callApi, FakeServer } from './testing/fake-server.js';

const { errors } = consoleCatalogue('en');
const known = new Map([
  [403, errors.forbidden],
  [404, errors.notFound],
  [409, errors.conflict],
]);
const wordsOf = (status: number): string =>
  known.get(status) ?? (status >= 500 ? errors.server : errors.failed.replace('{{status}}', String(status)));

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: consoleCatalogue('en') } } }));

describe('a call of the console', () => {
  let server: FakeServer;
  const ended = jest.fn();

  beforeEach(() => {
    server = new FakeServer();
    server.start();
    ended.mockReset();
    onSessionEnd(ended);
  });
  afterEach(() => {
    server.stop();
    onSessionEnd(() => undefined);
  });

  it('should return what the server answers, sorted by name where it is a list', async () => {
    server.answer('GET project/1/keys', [{ name: 'b' }, { name: 'a' }, { name: 'B' }]);
    expect(await callApi('listKeys', 1)).toMatchObject({ data: [{ name: 'a' }, { name: 'b' }, { name: 'B' }] });
  });

  it.each([403, 404, 409, 500, 502, 418])('should fail with words of its own for status %i', async (status) => {
    server.answer('GET project/1/keys', status);
    const { error } = (await callApi('listKeys', 1)) as { error: ApiError };
    expect(error).toMatchObject({ status, message: wordsOf(status) });
  });

  it('should end the session when the server does not know it any more', async () => {
    server.answer('GET project/1/keys', 401);
    server.answer('GET user', 401);
    await callApi('listKeys', 1);
    expect(server.lines()).toEqual(['GET project/1/keys', 'GET user']);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('should not end a session that the server still knows, when it refused that call alone', async () => {
    server.answer('GET project/1/keys', 401);
    server.answer('GET user', { id: 1 });
    await callApi('listKeys', 1);
    expect(ended).not.toHaveBeenCalled();
  });

  describe('without a session', () => {
    beforeEach(() => {
      const answers = [401, 401].map((status) => Response.json({}, { status }));
      globalThis.fetch = () => Promise.resolve(answers.shift() ?? Response.json([{ name: 'a' }]));
    });

    it.each([
      ['be sent again when the user signs in again', true, { data: [{ name: 'a' }] }],
      ['end the session when the user does not', false, { error: { status: 401 } }],
    ])('should %s', async (_, isBack, result) => {
      const forget = onSignInNeeded(() => Promise.resolve(isBack));
      expect(await callApi('listKeys', 1)).toMatchObject(result);
      expect(ended).toHaveBeenCalledTimes(isBack ? 0 : 1);
      forget();
    });
  });

  it('should not wait for a sign-in where it finds out whether there is a session', async () => {
    server.answer('GET user', 401);
    let answer: (isBack: boolean) => void = () => undefined;
    const asked = jest.fn(() => new Promise<boolean>((resolve) => (answer = resolve)));
    const forget = onSignInNeeded(asked);
    expect(await callApi('getAuthState')).toMatchObject({ data: 'signedOut' });
    expect(asked).not.toHaveBeenCalled();
    expect(await callApi('getCurrentUser')).toMatchObject({ error: { status: 401 } });
    expect(asked).toHaveBeenCalledTimes(1);
    answer(false);
    forget();
  });

  describe('that needs a confirmed identity', () => {
    const refusal = { code: ErrorCode.reauthenticationRequired, message: '', params: {} };
    let answers: Response[];

    beforeEach(() => {
      answers = [Response.json(refusal, { status: 403 }), Response.json([{ name: 'a' }])];
      globalThis.fetch = () => Promise.resolve(answers.shift() ?? Response.json([]));
    });

    it.each([
      ['be sent again when the user confirms it', true, { data: [{ name: 'a' }] }],
      ['fail when the user does not', false, { error: { status: 403 } }],
    ])('should %s', async (_, confirms, result) => {
      const forget = onConfirmationNeeded(() => Promise.resolve(confirms));
      expect(await callApi('listKeys', 1)).toMatchObject(result);
      forget();
    });
  });
});

describe('an answer that was requested early', () => {
  let server: FakeServer;
  beforeEach(() => {
    server = new FakeServer();
    server.start();
    server.answer('GET project/1/keys', [{ name: 'a' }]);
  });
  afterEach(() => server.stop());

  it('should serve the first reader of its path, once', async () => {
    readEarly('project/1/keys');
    expect(await callApi('listKeys', 1)).toMatchObject({ data: [{ name: 'a' }] });
    expect(server.lines()).toHaveLength(1);
    const { signal } = new AbortController();
    expect(await getJson('project/1/keys', signal)).toEqual([{ name: 'a' }]);
    expect(server.lines()).toEqual(['GET project/1/keys']);
  });

  it('should count as new for five seconds', async () => {
    jest.useFakeTimers();
    readEarly('project/1/keys');
    jest.advanceTimersByTime(5_000);
    jest.useRealTimers();
    await callApi('listKeys', 1);
    expect(server.lines()).toHaveLength(2);
  });
});

describe(getJson.name, () => {
  let server: FakeServer;
  const ended = jest.fn();
  beforeEach(() => {
    server = new FakeServer();
    server.start();
    ended.mockReset();
    onSessionEnd(ended);
  });
  afterEach(() => server.stop());

  it.each([400, 404, 503])('should reject with the status %i of a refusal', async (status) => {
    server.answer('GET lines', status);
    await expect(getJson('lines', new AbortController().signal)).rejects.toThrow(new ReadFailed(status));
    expect(ended).not.toHaveBeenCalled();
  });

  it('should end the session with 401', async () => {
    server.answer('GET lines', 401);
    await expect(getJson('lines', new AbortController().signal)).rejects.toBeInstanceOf(ReadFailed);
    await new Promise(setImmediate);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('should reject when it is aborted, whatever comes', async () => {
    const abort = new AbortController();
    const answer = getJson('lines', abort.signal);
    abort.abort(new Error('left'));
    await expect(answer).rejects.toThrow();
  });

  it('should send the headers that it is given', async () => {
    await getJson('lines', new AbortController().signal, { 'x-link': 'token' });
    expect(server.calls[0]?.headers.get('x-link')).toBe('token');
  });
});
