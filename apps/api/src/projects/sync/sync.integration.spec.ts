import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type BackupSection,
  type BranchListing,
  type PollAnswer,
  type ProjectSync,
  type SealedListing,
  SyncedFiles,
} from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import nacl from 'tweetnacl';
import { signInAs } from '../../testing/client.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';
import { RunnerClient } from '../../testing/runner-client.js';

const commit = (digit: string): string => digit.repeat(40);

type Lists = Partial<Record<BackupSection, object[]>>;

describe('a project that is synced from a repository', () => {
  let test: ProjectFixture;
  let runner: RunnerClient;
  let id: number;
  let repositoryId: number;
  beforeAll(async () => {
    test = await startProjectFixture();
    runner = await RunnerClient.create(test);
  });
  beforeEach(async () => {
    ({ id } = (await test.admin.post('/api/projects', { name: 'synced' })).json<{ id: number }>());
    const key = await test.admin.post(`/api/project/${id}/keys`, { name: 'none', type: 'none' });
    const repository = { name: 'code', git_url: 'https://git.example/code.git', git_branch: '' };
    const made = await test.admin.post(`/api/project/${id}/repositories`, {
      ...repository,
      ssh_key_id: key.json<{ id: number }>().id,
    });
    repositoryId = made.json<{ id: number }>().id;
  });
  afterAll(() => test.close());

  const at = (path: string): string => `/api/project/${id}/${path}`;
  const save = (prune = false) => test.admin.put(at('sync'), { repository_id: repositoryId, prune });
  const sync = async (): Promise<ProjectSync> => (await test.admin.get(at('sync'))).json<ProjectSync>();
  const names = async (path: string): Promise<string[]> =>
    (await test.admin.get(at(path))).json<{ name: string }[]>().map(({ name }) => name);

  function opened({ sealed, nonce }: SealedListing): BranchListing {
    const [box, salt] = [sealed, nonce].map((text) => new Uint8Array(Buffer.from(text, 'base64')));
    const bytes = nacl.box.open.after(box ?? new Uint8Array(), salt ?? new Uint8Array(24), runner.sharedKey);
    return JSON.parse(Buffer.from(bytes ?? []).toString()) as BranchListing;
  }

  /** The sync of the project, as a runner takes it. */
  async function take() {
    const wish = { held: [], apps: [], version: '1', max_parallel_tasks: 1, listings: 4, probes_revision: '' };
    const { body } = await runner.call('poll', { ...wish, reads_files: true });
    const listing = (body as PollAnswer).listings.find((each) => opened(each).project_id === id);
    return listing && { listing, content: opened(listing) };
  }

  const fileOf = (lists: Lists): SyncedFiles => ({
    document: JSON.stringify({ meta: null, ...lists }),
    places: Object.fromEntries(
      Object.entries(lists).map(([section, list]) => [
        section,
        list.map((_, index) => `.switchyard/${section}.yaml:${index + 2}:5`).join('\n'),
      ]),
    ),
  });

  /** Reports files of a commit for the sync that waits. */
  async function report(seen: string, lists: Lists | null, more: object = {}) {
    await test.admin.post(at('sync/check'), {});
    const taken = await take();
    const { id: of, lease } = taken?.listing ?? { id: 1, lease: crypto.randomUUID() };
    const found = { branches: [['HEAD', seen]], is_cut: false, problem: null, ...(lists && { files: fileOf(lists) }) };
    return runner.call('listing', { id: of, lease, ...found, ...more });
  }

  const view = (title: string, position = 0): object => ({ title, position });

  it('should be read by a runner, applied as a whole, and shown with places', async () => {
    expect([(await save()).status, (await sync()).commit]).toEqual([204, null]);
    const taken = await take();
    expect(taken?.content).toMatchObject({ repository: { branch: 'HEAD' }, files: { known: null } });
    await report(commit('a'), null, { lease: taken?.listing.lease, files: fileOf({ views: [view('Ops')] }) });
    const { commit: applied, resources, faults } = await sync();
    expect([applied, faults]).toEqual([commit('a'), []]);
    expect(resources).toEqual([{ section: 'views', id: expect.any(Number), place: '.switchyard/views.yaml:2:5' }]);
    await test.admin.post(at('sync/check'), {});
    expect((await take())?.content.files).toEqual({ known: commit('a') });
  });

  it('should change nothing when an entry is refused, and name its place', async () => {
    await save();
    await report(commit('a'), { views: [view('Ops')] });
    await report(commit('b'), { views: [view('Dev')], keys: [{ name: 'k', type: 'nonsense' }] });
    const { commit: applied, seen_commit: seen, faults } = await sync();
    expect([applied, seen]).toEqual([commit('a'), commit('b')]);
    expect(faults).toMatchObject([{ place: '.switchyard/keys.yaml:2:5', member: 'type' }]);
    expect((await test.admin.get(at('views'))).json<object[]>()).toMatchObject([{ title: 'Ops' }]);
  });

  it('should keep what a runner could not read, and forget it when that went well', async () => {
    await save();
    const why = { code: 'sync_unreadable', params: { reason: '.switchyard/a.yaml:1:3: no' } };
    await report(commit('a'), null, { branches: [], problem: why });
    expect((await sync()).faults).toEqual([{ place: '', member: '', problem: why }]);
    await report(commit('a'), { views: [] });
    expect((await sync()).faults).toEqual([]);
  });

  it('should refuse changes of what files hold, but for secrets', async () => {
    await save();
    await report(commit('a'), {
      keys: [{ name: 'token', type: 'login_password' }],
      inventories: [{ name: 'hosts', type: 'static', inventory: 'web' }],
    });
    const [key] = (await test.admin.get(at('keys')))
      .json<{ id: number; name: string }[]>()
      .filter((k) => k.name === 'token');
    const [inventory] = (await test.admin.get(at('inventory'))).json<{ id: number }[]>();
    const body = {
      name: 'token',
      type: 'login_password',
      override_secret: true,
      login_password: { login: 'a', password: 'b' },
    };
    expect((await test.admin.put(at(`keys/${key?.id}`), body)).status).toBe(204);
    const renamed = await test.admin.put(at(`keys/${key?.id}`), { ...body, name: 'other' });
    expect([renamed.status, renamed.json()]).toMatchObject([409, { code: 'managed_by_file' }]);
    const removed = await test.admin.delete(at(`inventory/${inventory?.id}`));
    expect([removed.status, removed.text]).toEqual([409, expect.stringContaining('inventories.yaml:2:5')]);
    expect(await names('keys')).toContain('token');
    const other = await test.admin.post(at('apply'), {
      inventories: [{ name: 'hosts', type: 'static', inventory: 'db' }],
    });
    expect([other.status, other.text]).toEqual([400, expect.stringContaining('managed_by_file')]);
    await test.admin.delete(at('sync'));
    expect((await test.admin.delete(at(`inventory/${inventory?.id}`))).status).toBe(204);
  });

  it('should take over what is there at first, and later name both sides of a conflict', async () => {
    await test.admin.post(at('views'), { title: 'Ops', position: 3, project_id: id });
    await save();
    await report(commit('a'), { views: [view('Ops')] });
    expect((await sync()).resources).toHaveLength(1);
    await test.admin.post(at('views'), { title: 'Dev', position: 4, project_id: id });
    await report(commit('b'), { views: [view('Ops'), view('Dev', 1)] });
    expect((await sync()).faults).toMatchObject([
      { place: '.switchyard/views.yaml:3:5', problem: { code: 'sync_conflict', params: { name: 'Dev' } } },
    ]);
  });

  it('should delete what the files held alone, where that is wanted', async () => {
    await test.admin.post(at('views'), { title: 'Own', position: 9, project_id: id });
    await save();
    await report(commit('a'), { views: [view('A'), view('B', 1)] });
    await report(commit('b'), { views: [view('A')] });
    const titles = async () =>
      (await test.admin.get(at('views'))).json<{ title: string }[]>().map(({ title }) => title);
    expect((await titles()).toSorted()).toEqual(['A', 'B', 'Own']);
    await save(true);
    await report(commit('c'), { views: [view('A'), view('C', 1)] });
    await report(commit('d'), {});
    expect((await titles()).toSorted()).toEqual(['B', 'Own']);
  });

  it('should refuse a report whose lease is over, and look again when one was wanted meanwhile', async () => {
    await save();
    const taken = await take();
    await test.admin.post(at('sync/check'), {});
    const late = { id: 1, lease: crypto.randomUUID(), branches: [['HEAD', commit('a')]], is_cut: false, problem: null };
    expect((await runner.call('listing', late)).status).toBe(409);
    const held = { ...late, lease: taken?.listing.lease, files: fileOf({}) };
    expect((await runner.call('listing', held)).status).toBe(200);
    expect((await sync()).waits).toBe(true);
    expect((await runner.call('listing', held)).status).toBe(409);
  });

  it('should act with the present rights of who saved it', async () => {
    const manager = await signInAs(test, id, 'manager');
    expect((await manager.put(at('sync'), { repository_id: repositoryId })).status).toBe(204);
    await report(commit('a'), { views: [view('Ops')] });
    expect((await sync()).commit).toBe(commit('a'));
    await test.dataSource.query('delete from project_member where project_id = $1 and user_id <> $2', [
      id,
      (await test.admin.get('/api/user')).json<{ id: number }>().id,
    ]);
    // Rights are read again after a second.
    await eventually(async () => {
      await report(commit('b'), { views: [] });
      expect((await sync()).faults).toMatchObject([{ problem: { code: 'sync_not_permitted' } }]);
    });
  });

  it('should be for those who manage resources, of this project, and for repositories that runners can fetch', async () => {
    const member = await signInAs(test, id, 'task_runner');
    expect((await member.put(at('sync'), { repository_id: repositoryId })).status).toBe(403);
    expect((await member.get(at('sync'))).status).toBe(200);
    expect((await test.admin.put(at('sync'), { repository_id: test.foreign.repositoryId })).status).toBe(404);
    expect((await test.admin.post(at('sync/check'), {})).status).toBe(404);
  });
});
