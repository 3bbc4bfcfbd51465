import { describe, expect, it } from '@jest/globals';
import { firstPageOf, firstPaths } from './first-paths.js';

const pageOf = (address: string) => {
  const { pathname, search } = new URL(address, 'http://x.test');
  return firstPageOf({ pathname, search });
};

describe(firstPageOf.name, () => {
  it.each([
    ['/project/3/history', { projectId: 3, taskId: null, page: 'history' }],
    ['/project/3/history?t=9', { projectId: 3, taskId: 9, page: 'history' }],
    ['/project/3/templates', { projectId: 3, taskId: null, page: 'templates' }],
    ['/project/3/views/2/templates', { projectId: 3, taskId: null, page: 'templates' }],
    ['/project/3/templates/7', { projectId: 3, taskId: null, page: null }],
    ['/project/3/keys', { projectId: 3, taskId: null, page: null }],
  ])('should read %s', (address, page) => {
    expect(pageOf(address)).toEqual(page);
  });

  it.each(['?status=error', '?template=1', '?user=2', '?before=40', '?a=1&after=3'])(
    'should leave a history with %s to the page, which asks for other rows',
    (search) => {
      expect(pageOf(`/project/3/history${search}`)?.page).toBeNull();
    },
  );

  it.each(['?t=0', '?t=-1', '?t=1.5', '?t=x', '?t='])('should open no log for %s', (search) => {
    expect(pageOf(`/project/3/keys${search}`)?.taskId).toBeNull();
  });

  it.each(['/', '/users', '/project/new', '/projects/3/history'])('should be none for %s', (address) => {
    expect(pageOf(address)).toBeNull();
  });
});

describe(firstPaths.name, () => {
  it('should ask for the log first, because it is read first', () => {
    const paths = firstPaths({ projectId: 3, taskId: 9, page: 'history' });
    expect(paths[0]).toMatch(/^project\/3\/tasks\/9\b/);
    expect(paths).toContain('project/3/role');
  });

  it('should ask for nothing that the page does not read', () => {
    const paths = firstPaths({ projectId: 3, taskId: null, page: null });
    expect(paths.filter((each) => /tasks|templates|views/.test(each))).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
  });
});
