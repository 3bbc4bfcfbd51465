import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BranchListing, type PollAnswer, problem, type SealedListing } from '@switchyard/contracts';
import { newGitRepository, newRunner } from '@switchyard/database/testing';
import { eventually } from '@switchyard/testing';
import nacl from 'tweetnacl';
import { startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';
import { signInAs } from '../../testing/client.js';
import { RunnerClient } from '../../testing/runner-client.js';

const COMMIT = 'a'.repeat(40);

describe('the branches of a repository', () => {
  let test: ProjectFixture;
  beforeAll(async () => {
    test = await startProjectFixture();
  });
  afterAll(() => test.close());

  const branches = (id: number) => test.manager.get(`${test.base}/repositories/${id}/branches`);
  const poll = async (runner: RunnerClient): Promise<PollAnswer> => {
    const wish = { held: [], apps: [{ id: 'bash', version: '1' }], version: '1', max_parallel_tasks: 1, listings: 2 };
    return (await runner.call('poll', { ...wish, probes_revision: '' })).body as PollAnswer;
  };

  function opened({ sealed, nonce }: SealedListing, { sharedKey }: RunnerClient): BranchListing {
    const [box, salt] = [sealed, nonce].map((text) => new Uint8Array(Buffer.from(text, 'base64')));
    const bytes = nacl.box.open.after(box ?? new Uint8Array(), salt ?? new Uint8Array(24), sharedKey);
    return JSON.parse(Buffer.from(bytes ?? []).toString()) as BranchListing;
  }

  /** Takes what polls bring until that of the repository has come, and reports it. */
  async function answering(runner: RunnerClient, repository: number, report: object) {
    for (;;) {
      const { listings } = await poll(runner);
      const listing = listings.find((each) => opened(each, runner).repository.id === repository);
      if (listing) {
        const { id, lease } = listing;
        const body = { id, lease, branches: [], is_cut: false, problem: null, ...report };
        const ended = await runner.call('listing', body);
        expect([ended.status, ended.body]).toEqual([200, { next: null }]);
        expect((await runner.call('listing', body)).status).toBe(409);
        return { listing, content: opened(listing, runner) };
      }
    }
  }

  it('should be refused while no runner is there, and for a local directory', async () => {
    const { id } = await newGitRepository(test.dataSource, { projectId: test.projectId });
    const local = await newGitRepository(test.dataSource, { projectId: test.projectId, gitUrl: '/srv/code' });
    expect([(await branches(id)).status, (await branches(local.id)).status]).toEqual([409, 400]);
    expect((await branches(test.foreign.repositoryId)).status).toBe(404);
  });

  it('should be listed by a runner with the key of the repository, and be answered from there for a while', async () => {
    const key = { name: 'k', type: 'login_password', login_password: { login: 'git', password: 'canary-7' } };
    const { id: sshKeyId } = (await test.owner.post(`${test.base}/keys`, key)).json<{ id: number }>();
    const { id } = await newGitRepository(test.dataSource, { projectId: test.projectId, sshKeyId });
    const runner = await RunnerClient.create(test);
    const [answer, taken] = await Promise.all([branches(id), answering(runner, id, { branches: [['main', COMMIT]] })]);
    expect([answer.status, answer.json()]).toEqual([200, ['main']]);
    expect(taken.content).toMatchObject({ repository: { id, branch: '', key: { password: 'canary-7' } } });
    expect(JSON.stringify(taken.listing)).not.toContain('canary-7');
    expect((await branches(id)).json()).toEqual(['main']);
  });

  it('should find a branch or tag by its name, and take turns with the list of all', async () => {
    const { id } = await newGitRepository(test.dataSource, { projectId: test.projectId });
    const runner = await RunnerClient.create(test);
    const named = (name: string) => test.manager.get(`${test.base}/repositories/${id}/branches?name=${name}`);
    const [all, listed, tag] = await Promise.all([
      branches(id),
      answering(runner, id, { branches: [['main', COMMIT]] }).then(async (first) => [
        first.content.repository.branch,
        (await answering(runner, id, { branches: [['v1', COMMIT]] })).content.repository.branch,
      ]),
      named('v1'),
    ]);
    expect([...listed].toSorted()).toEqual(['', 'v1']);
    expect([all.status, tag.status]).toEqual([200, 200]);
    const [absent] = await Promise.all([named('absent'), answering(runner, id, { branches: [] })]);
    expect([absent.status, absent.json()]).toEqual([200, []]);
    expect(await named('-x')).toMatchObject({ status: 400 });
  });

  it('should be refused with the reason of git', async () => {
    const { id } = await newGitRepository(test.dataSource, { projectId: test.projectId });
    const runner = await RunnerClient.create(test);
    const why = problem('git_refused', { url: 'https://git.example/' });
    const [answer] = await Promise.all([branches(id), answering(runner, id, { problem: why })]);
    expect([answer.status, answer.json()]).toMatchObject([400, why]);
  });

  it('should be listed although most runners that are online do not come', async () => {
    const { id } = await newGitRepository(test.dataSource, { projectId: test.projectId });
    const runner = await RunnerClient.create(test);
    await Promise.all(Array.from({ length: 12 }, () => newRunner(test.dataSource)));
    const taken = answering(runner, id, { branches: [['main', COMMIT]] });
    const polled = `select from runner where id = $1 and version = '1'`;
    await eventually(async () => expect(await test.dataSource.query(polled, [runner.runner.id])).toHaveLength(1));
    expect((await branches(id)).json()).toEqual(['main']);
    await taken;
  });

  describe('of a repository that is not stored', () => {
    const GIT = 'https://git.example/new.git';
    let runner: RunnerClient;
    let keyId: number;
    beforeAll(async () => {
      const key = { name: 'new', type: 'login_password', login_password: { login: 'git', password: 'canary-8' } };
      keyId = (await test.owner.post(`${test.base}/keys`, key)).json<{ id: number }>().id;
      runner = await RunnerClient.create(test);
    });
    const tried = (body: object) =>
      test.manager.post(`${test.base}/repositories/test`, { git_url: GIT, ssh_key_id: keyId, ...body });
    const left = () => test.dataSource.query('select from branch_listing where draft is not null');

    async function answeringTest(report: object): Promise<BranchListing> {
      for (;;) {
        for (const listing of (await poll(runner)).listings) {
          const content = opened(listing, runner);
          if (content.repository.url === GIT) {
            const { id, lease } = listing;
            await runner.call('listing', { id, lease, branches: [], is_cut: false, problem: null, ...report });
            return content;
          }
        }
      }
    }

    it('should be listed with the key that is named, and leave nothing', async () => {
      const [answer, content] = await Promise.all([
        tried({ known_hosts: '', name: 'Storefront' }),
        answeringTest({ branches: [['main', COMMIT]] }),
      ]);
      expect([answer.status, answer.json()]).toEqual([200, ['main']]);
      expect(content).toMatchObject({
        project_id: test.projectId,
        repository: { branch: '', key: { password: 'canary-8' } },
      });
      expect(await left()).toEqual([]);
      expect((await test.manager.get(`${test.base}/repositories`)).text).not.toContain(GIT);
    });

    it('should be refused with the reason of git, and leave nothing', async () => {
      const why = problem('git_refused', { url: GIT });
      const [answer] = await Promise.all([tried({}), answeringTest({ problem: why })]);
      expect([answer.status, answer.json()]).toMatchObject([400, why]);
      expect(await left()).toEqual([]);
    });

    it('should reach no more than a stored one: no local directory, no key of another project, no credentials', async () => {
      const foreign = await tried({ ssh_key_id: test.foreign.keyId });
      const statuses = [
        await tried({ git_url: '/srv/code' }),
        await tried({ git_url: 'https://jo:secret@git.example/x' }),
        await tried({ git_url: 'ext::sh -c id' }),
        foreign,
        await tried({ second_key_id: test.foreign.keyId, second_key_prefix: 'https://git.example/' }),
      ].map(({ status }) => status);
      expect(statuses).toEqual([400, 400, 400, 404, 404]);
      expect(await left()).toEqual([]);
    });

    it('should be for those who may store one', async () => {
      const runnerOnly = await signInAs(test, test.projectId, 'task_runner');
      const answer = await runnerOnly.post(`${test.base}/repositories/test`, { git_url: GIT, ssh_key_id: keyId });
      expect(answer.status).toBe(403);
    });
  });
});
