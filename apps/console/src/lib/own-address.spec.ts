/** @jest-environment @happy-dom/jest-environment */
import { afterEach, describe, expect, it } from '@jest/globals';
import { basePath, ownAddress, ownPath } from './own-address.js';

const { documentElement } = document;

describe('addresses of the server', () => {
  afterEach(() => documentElement.removeAttribute('data-base'));

  it('should begin at the root of the host as long as the page names no path', () => {
    expect([basePath(), ownAddress('/api/user'), ownPath({ pathname: '/project/1' })]).toEqual([
      '',
      '/api/user',
      '/project/1',
    ]);
  });

  it('should begin with the path that the page names', () => {
    documentElement.dataset['base'] = '/yard';
    expect([ownAddress('/api/user'), ownAddress('/')]).toEqual(['/yard/api/user', '/yard/']);
    expect(['/yard/project/1', '/yard', '/yards/x'].map((pathname) => ownPath({ pathname }))).toEqual([
      '/project/1',
      '/yard',
      '/yards/x',
    ]);
  });
});
