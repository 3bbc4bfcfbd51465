import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PullRequest } from '@switchyard/contracts';
import type { GitRepository } from '@switchyard/database';
import { eventually } from '@switchyard/testing';
import { ForgeFixture } from '../../testing/forge-fixture.js';

const COMMIT = 'c0ffee'.padEnd(40, '1');
const PULL: PullRequest = { number: 7, title: 'Add it', url: null, fork: false };
const COMMENTS = '/api/v1/repos/ops/site/issues/7/comments';
const COMMENT = '/api/v1/repos/ops/site/issues/comments/42';

describe('the comment at a pull request', () => {
  let test: ForgeFixture;

  beforeAll(async () => {
    test = await ForgeFixture.open();
  });
  beforeEach(async () => {
    await test.begin();
    test.forge.answer = (answer) => answer.writeHead(201).end('{"id":42}');
  });
  afterEach(() => test.end());
  afterAll(() => test.database.drop());

  /** Comments that the forge got. */
  const written = () =>
    test.forge.calls
      .filter(({ path }) => path.includes('comments'))
      .map(({ method, path, body }) => ({
        path: method === 'GET' ? `? ${path}` : path,
        text: body && (JSON.parse(body) as { body: string }).body,
      }));
  const paths = () => written().map(({ path }) => path);
  const comments = async () => (await test.messages()).filter(({ kind }) => kind === 'pull_request_comment');

  it('should be written once, and then brought up to date by each task, the plan in short', async () => {
    await test.start();
    const task = await test.launch(COMMIT, PULL);
    await eventually(() => expect(written()).toMatchObject([{ path: COMMENTS }]));
    const plan = JSON.stringify({ add: 2, change: 0, destroy: 1, import: 0, outputs: 0 });
    await test.database.dataSource.query('update task set plan_summary = $2 where id = $1', [task.id, plan]);
    await test.move(task, 'waiting', 'success');
    await eventually(() => expect(written()).toHaveLength(2));
    expect(written()[1]).toEqual({
      path: COMMENT,
      text: expect.stringMatching(
        /`Deploy`: \[task #\d+\]\(https:.+\) of `c0ffee1111` succeeded\.\n\nPlan: 2 to add, 0 to change, 1 to destroy\.$/,
      ),
    });
    await test.launch('d'.repeat(40), PULL);
    await eventually(() => expect(written()).toHaveLength(3));
    expect(written()[2]?.path).toBe(COMMENT);
    const other = await test.launch(COMMIT, { ...PULL, number: 8 });
    await eventually(() => expect(written()[3]?.path).toBe('/api/v1/repos/ops/site/issues/8/comments'));
    expect(other.pullRequest?.number).toBe(8);
  }, 120_000);

  it('should be written again where people have deleted it', async () => {
    await test.start();
    const task = await test.launch(COMMIT, PULL);
    await eventually(() => expect(written()).toHaveLength(1));
    test.forge.answer = (answer) =>
      answer.writeHead(test.forge.calls.at(-1)?.path === COMMENT ? 404 : 201).end('{"id":43}');
    await test.move(task, 'waiting', 'success');
    await eventually(() => expect(paths()).toEqual([COMMENTS, COMMENT, `? ${COMMENT}`, COMMENTS]));
    await eventually(async () =>
      expect((await comments()).map(({ status }) => status)).toEqual(['delivered', 'delivered']),
    );
  }, 120_000);

  it('should stay one where the key may not see it for a while', async () => {
    await test.start();
    const task = await test.launch(COMMIT, PULL);
    await eventually(() => expect(written()).toHaveLength(1));
    test.forge.answer = (answer) => answer.writeHead(404).end();
    await test.move(task, 'waiting', 'success');
    await eventually(() => expect(paths()).toEqual([COMMENTS, COMMENT, `? ${COMMENT}`, COMMENTS]));
    test.forge.answer = (answer) => answer.writeHead(201).end('{"id":42}');
    await test.launch('d'.repeat(40), PULL);
    await eventually(() => expect(written()[4]?.path).toBe(COMMENT));
  }, 60_000);

  it('should stay one where the key may see it and not edit it, and be brought up to date once it may', async () => {
    await test.start();
    const task = await test.launch(COMMIT, PULL);
    await eventually(() => expect(written()).toHaveLength(1));
    test.forge.answer = (answer) => {
      const { method, path } = test.forge.calls.at(-1) ?? {};
      answer.writeHead(method !== 'GET' && path === COMMENT ? 404 : 201).end('{"id":42}');
    };
    await test.move(task, 'waiting', 'success');
    await eventually(async () =>
      expect((await comments()).at(-1)).toMatchObject({ status: 'pending', error: 'http_status', answerStatus: 404 }),
    );
    expect(paths()).toEqual([COMMENTS, COMMENT, `? ${COMMENT}`]);
    test.forge.answer = (answer) => answer.writeHead(200).end('{"id":42}');
    await eventually(async () => {
      await test.retryNow();
      expect((await comments()).at(-1)?.status).toBe('delivered');
    });
    expect(new Set(paths().slice(1))).toEqual(new Set([COMMENT, `? ${COMMENT}`]));
  }, 60_000);

  it('should never be another comment of that number, where the repository has moved', async () => {
    await test.start();
    const task = await test.launch(COMMIT, PULL);
    await eventually(async () =>
      expect(await test.database.dataSource.query('select comment, page from pull_request_comment')).toEqual([
        { comment: '42', page: `${test.forge.origin}/ops/site` },
      ]),
    );
    await test.database.dataSource.query('update git_repository set web_url = $1', [`${test.forge.origin}/ops/moved`]);
    await test.move(task, 'waiting', 'success');
    await eventually(() =>
      expect(written().map(({ path }) => path)).toEqual([COMMENTS, '/api/v1/repos/ops/moved/issues/7/comments']),
    );
    await test.launch('d'.repeat(40), PULL);
    await eventually(() => expect(written()[2]?.path).toBe('/api/v1/repos/ops/moved/issues/comments/42'));
  }, 60_000);

  it('should be tried again where the forge is away, and only with the last state of the newest task', async () => {
    test.forge.answer = (answer) => answer.writeHead(503).end();
    await test.start();
    const older = await test.launch(COMMIT, PULL);
    await eventually(async () => expect(await comments()).toMatchObject([{ error: 'http_status' }]));
    await test.launch('d'.repeat(40), PULL);
    await eventually(async () => expect((await comments()).length).toBeGreaterThan(1));
    await test.move(older, 'waiting', 'error');
    test.forge.answer = (answer) => answer.writeHead(201).end('{"id":42}');
    test.forge.calls.length = 0;
    await eventually(async () => {
      await test.retryNow();
      const ends = new Set((await comments()).map(({ status, error }) => error ?? status));
      expect([...ends].sort()).toEqual(['delivered', 'outdated']);
    });
    expect(written()).toEqual([{ path: COMMENTS, text: expect.stringContaining('`dddddddddd` waits for a runner') }]);
  }, 120_000);

  it('should be none for a task of a push, or without a key', async () => {
    await test.start();
    await test.launch(COMMIT);
    await test.template({ statusKeyId: null });
    await test.launch(COMMIT, PULL);
    await test.template();
    await test.launch(COMMIT, { ...PULL, number: 9 });
    await eventually(() => expect(written()).toHaveLength(1));
    expect(await comments()).toHaveLength(1);
  }, 60_000);

  it.each<[string, Partial<GitRepository>, object, Record<string, string>, string]>([
    ['an address that is not allowed', {}, {}, { SWITCHYARD_OUTBOUND_ALLOW: 'none' }, 'refused'],
    ['a key without a password', {}, { password: '' }, {}, 'no_secret'],
    ['a forge that takes none', { forge: 'gogs' }, {}, {}, 'address'],
  ])('should fail visibly for %s', async (_, row, credential, settings, error) => {
    await test.template(row, credential);
    await test.start(settings);
    await test.launch(COMMIT, PULL);
    await eventually(async () => expect(await comments()).toMatchObject([{ status: 'pending', error }]));
    expect(test.forge.calls).toEqual([]);
  });

  it('should be tried again where the answer names no comment', async () => {
    test.forge.answer = (answer) => answer.writeHead(200).end('<html>sign in</html>');
    await test.start();
    await test.launch(COMMIT, PULL);
    await eventually(async () => expect(await comments()).toMatchObject([{ status: 'pending', error: 'rejected' }]));
    expect(await test.database.dataSource.query('select * from pull_request_comment')).toEqual([]);
  });
});
