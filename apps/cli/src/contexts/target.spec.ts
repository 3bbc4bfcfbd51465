import { describe, expect, it } from '@jest/globals';
import { serverAddress, targetOf } from './target.js';

const CONTEXTS = {
  current: 'home',
  contexts: {
    home: { server: 'https://home.example.com/', token: 'of-home', project: 4 },
    work: { server: 'https://work.example.com/switchyard', token: 'of-work' },
  },
};

describe('the target of a command', () => {
  it('should be the current context', () => {
    expect(targetOf({}, {}, CONTEXTS)).toEqual({
      server: new URL('https://home.example.com/'),
      token: 'of-home',
      project: '4',
    });
  });

  it('should follow options before the environment, and the environment before the context', () => {
    const env = { SWITCHYARD_CONTEXT: 'work', SWITCHYARD_PROJECT: 'from-env' };
    expect(targetOf({}, env, CONTEXTS)).toMatchObject({ token: 'of-work', project: 'from-env' });
    expect(targetOf({ context: 'home', project: 'named' }, env, CONTEXTS)).toMatchObject({
      token: 'of-home',
      project: 'named',
    });
  });

  it('should send the token and project of a context to its own server alone', () => {
    const other = { server: 'https://other.example.com' };
    expect(targetOf(other, {}, CONTEXTS)).toMatchObject({ token: null, project: null });
    expect(targetOf({}, { SWITCHYARD_SERVER: other.server }, CONTEXTS)).toMatchObject({ token: null, project: null });
    expect(targetOf(other, { SWITCHYARD_TOKEN: 'given' }, CONTEXTS)).toMatchObject({ token: 'given' });
  });

  it('should refuse a context that is not there, and to go nowhere', () => {
    expect(() => targetOf({ context: 'none' }, {}, CONTEXTS)).toThrow('no context "none"');
    expect(() => targetOf({}, {}, { current: null, contexts: {} })).toThrow('switchyard login');
  });
});

describe('the address of a server', () => {
  it.each([
    ['ci.example.com', 'https://ci.example.com/'],
    ['http://localhost:3000/api/', 'http://localhost:3000/'],
    ['https://example.com/switchyard/', 'https://example.com/switchyard'],
    ['https://example.com/switchyard?x#y', 'https://example.com/switchyard'],
  ])('should read %s', (text, expected) => {
    expect(serverAddress(text).href).toBe(expected);
  });

  it.each(['https://user:password@example.com', 'http://', ''])('should refuse "%s"', (text) => {
    expect(() => serverAddress(text)).toThrow();
  });
});
