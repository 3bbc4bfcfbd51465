import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { baseApi } from '../api/base-api.js';
import { readEarly, takeEarly } from '../api/early-answers.js';
import { linesPath } from '../api/log-paths.js';
import { closeSocket } from '../api/socket.js';
import { store } from '../api/store.js';
import { OPENING_LINES } from '../components/log-viewer/store/opening-lines.js';
import { firstPageOf, firstPaths } from './first-paths.js';
import { startFirstRequests } from './first-requests.js';

const page = (address: string) => firstPageOf(new URL(address, 'http://switchyard.test'));

describe('the address of a page', () => {
  it.each([
    ['/project/4/history', { projectId: 4, taskId: null, page: 'history' }],
    ['/project/4/history?t=7', { projectId: 4, taskId: 7, page: 'history' }],
    ['/project/4/history?status=error&t=x', { projectId: 4, taskId: null, page: null }],
    ['/project/4/views/2/templates', { projectId: 4, taskId: null, page: 'templates' }],
    ['/project/4/templates/9/tasks?t=7', { projectId: 4, taskId: 7, page: null }],
    ['/auth/login', null],
  ])('should name on %s what is read first', (address, first) => expect(page(address)).toEqual(first));
});

describe('the first requests of a page', () => {
  const { fetch, Request } = globalThis;
  let requested: string[];

  beforeAll(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    globalThis.Request = class extends Request {
      constructor(input: string | URL | Request, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, 'http://switchyard.test') : input, init);
      }
    };
    globalThis.fetch = (input) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input, 'http://switchyard.test');
      requested.push(pathname + search);
      return Promise.resolve(Response.json([]));
    };
  });
  afterEach(closeSocket);
  afterAll(() => {
    jest.useRealTimers();
    Object.assign(globalThis, { fetch, Request });
  });

  it.each(['/project/1/history', '/project/2/history?t=7', '/project/3/templates'])(
    'should be sent once on %s, before its code is there',
    async (address) => {
      const first = page(address);
      if (first === null) {
        throw new Error('no page of a project');
      }
      requested = [];
      store.dispatch(baseApi.util.resetApiState());
      firstPaths(first).forEach(readEarly);
      const early = [...requested];
      startFirstRequests(first);
      await Promise.all(store.dispatch(baseApi.util.getRunningQueriesThunk()));
      expect(requested).toEqual(early);
      const lines = linesPath({ projectId: first.projectId, taskId: first.taskId ?? 0 }, { tail: OPENING_LINES });
      const unused = firstPaths(first).filter((path) => takeEarly(path) !== undefined);
      expect(unused).toEqual(first.taskId === null ? [] : [lines]);
    },
  );
});
