import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Integration,
  type IntegrationAnswer,
  type IntegrationDelivery,
  type Matcher,
  type Runner,
  type Sender,
  senderPreset,
} from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import { type ForgeApi, startForgeApi } from '../support/forge-api.js';
import { FORGE_SECRET, type ForgeIntegration, integrateForge } from '../support/forge-integration.js';
import { FORGEJO, proofOf, pushOf } from '../support/forge-pushes.js';
import { lookFaults } from '../support/looks.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

const GONE = '0'.repeat(40);
/** A tag with a message needs somebody who made it. */
const SIGNED = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.test'];
const AUTHOR = { name: 'Ada Lovelace', email: 'ada@example.test' };

/** Deliveries in the shape that Gitea publishes, of a real repository. @see https://docs.gitea.com/usage/webhooks */
describe('events of a forge', () => {
  let place: ConsoleWorkplace;
  let forge: ForgeApi;
  let events: ForgeIntegration;
  let integration: string;

  beforeAll(async () => {
    forge = await startForgeApi('gitea');
    const settings = { SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1' };
    place = await openConsoleWorkplace(
      { 'run.sh': 'echo checked\n' },
      {
        git: 'http',
        stack: { settings },
      },
    );
    events = await integrateForge(place, forge, {
      name: 'Check',
      allow_override_branch_in_task: true,
      pull_requests: true,
      fork_runner_tag: 'strangers',
    });
    ({ path: integration } = events);
  });
  beforeEach(() => {
    forge.requests.length = 0;
    forge.status = 200;
  });
  afterEach(() => expect(forge.faults).toEqual([]));
  afterAll(async () => {
    await place.close();
    await forge.close();
  });

  const push = (ref: string, after: string, delivery?: string) =>
    events.deliver(
      'push',
      { ref, after, commits: [{ id: after, message: 'Change it', author: AUTHOR }] },
      { delivery },
    );
  const pull = (number: number, action: string, sha: string, part: { fork?: boolean; ref?: string } = {}) =>
    events.deliver('pull_request', {
      action,
      number,
      pull_request: {
        number,
        title: `Change ${number}`,
        html_url: `${forge.origin}/ops/site/pulls/${number}`,
        head: { ref: part.ref ?? 'feature', sha, repo: { id: part.fork ? 2 : 1 } },
        base: { ref: 'main', repo: { id: 1 } },
      },
    });

  /** The runner of the installation takes tasks without a tag as well. */
  async function tagRunner(tag: string): Promise<void> {
    const [runner] = await place.client.call<Runner[]>('GET', '/runners');
    await place.client.call('PUT', `/runners/${runner?.id}`, { ...runner, tags: [tag], is_default: true });
  }

  const reported = () =>
    forge.requests.map(({ line, body }) => `${line} ${String(body['state'] ?? body['body']).split('\n')[0]}`);
  const statuses = (commit: string) =>
    reported().flatMap((each) => each.split(`POST /api/v1/repos/ops/site/statuses/${commit} `)[1] ?? []);
  const comments = () => forge.requests.filter(({ line }) => line.includes('/issues/'));
  const settled = (commit: string) => eventually(() => expect(statuses(commit).at(-1)).toBe('success'));
  const last = async () => (await place.client.call<IntegrationDelivery[]>('GET', `${integration}/deliveries`))[0];
  /** The answer came after everything that the delivery could start. */
  const nothing = async (result: string, code: string | null) => {
    expect(await last()).toMatchObject({ result, problem: code === null ? null : { code } });
    expect(reported()).toEqual([]);
  };

  it('should report a push, and nothing of a redelivery, a tag and a deleted branch', async () => {
    const delivery = randomUUID();
    const { head } = place.repository;
    const ids = await push('refs/heads/main', head, delivery);
    await settled(head);
    const { page, project, client } = place;
    const { template_id: template } = await client.call<Integration>('GET', integration);
    await page.goto(`/project/${project.id}/templates/${template}?t=${ids[0]}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('tab', { name: 'Details' }).click();
    await dialog.getByText('Ada Lovelace').filter({ visible: true }).first().waitFor();
    expect(await lookFaults(page, 'commit-author')).toEqual([]);
    forge.requests.length = 0;
    expect(await push('refs/heads/main', head, delivery)).toEqual(ids);
    await nothing('duplicate', null);
    expect(await push('refs/tags/v1', head)).toEqual([]);
    await nothing('not_matched', null);
    expect(await push('refs/heads/gone', GONE)).toEqual([]);
    await nothing('not_matched', 'webhook_deleted');
  });

  it('should report a pull request of a branch by status and one comment, also after a force push', async () => {
    const first = await place.repository.commit({ 'a.txt': 'a' }, { branch: 'feature' });
    await pull(7, 'opened', first);
    await settled(first);
    await eventually(() => expect(comments().at(-1)?.body['body']).toMatch(/succeeded/));
    expect(comments()[0]?.line).toBe('POST /api/v1/repos/ops/site/issues/7/comments');
    forge.requests.length = 0;
    await place.repository.git('branch', '-D', 'feature');
    const forced = await place.repository.commit({ 'b.txt': 'b' }, { branch: 'forced' });
    await place.repository.git('branch', '-m', 'forced', 'feature');
    await pull(7, 'synchronized', forced);
    await settled(forced);
    await eventually(() => expect(comments().at(-1)?.body['body']).toMatch(/succeeded/));
    expect(new Set(comments().map(({ line }) => line))).toEqual(
      new Set(['PATCH /api/v1/repos/ops/site/issues/comments/42']),
    );
    expect(comments().at(-1)?.body['body']).toContain(forced.slice(0, 10));
  });

  it('should keep a fork until a person approves it in the console', async () => {
    const head = await place.repository.commit({ 'run.sh': 'echo of a fork\n' }, { branch: 'eve' });
    await place.repository.git('update-ref', 'refs/pull/8/head', head);
    await place.repository.git('branch', '-D', 'eve');
    expect(await pull(8, 'opened', head, { fork: true, ref: 'main' })).toEqual([]);
    expect(await last()).toMatchObject({ result: 'awaiting_approval', problem: { code: 'webhook_fork' } });
    await eventually(() => expect(reported()).toHaveLength(1));
    expect(forge.requests[0]?.body).toMatchObject({ state: 'pending', description: 'Waiting for approval' });
    const { page, project } = place;
    await page.goto(`/project/${project.id}/integrations`);
    await page.getByRole('link', { name: 'Events' }).click();
    const log = page.getByRole('region', { name: 'Deliveries', exact: true });
    await log.getByText('Waits for approval').waitFor();
    const show = () =>
      log
        .getByRole('button', { name: /^Show the webhook of/ })
        .first()
        .click();
    await show();
    await log.getByRole('link', { name: '#8 Change 8' }).waitFor();
    await log.getByText('does not count for a pull request').first().waitFor();
    expect(await lookFaults(page, 'fork-approval')).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await log.getByRole('button', { name: 'Approve and run' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('The code of the fork runs with the keys').waitFor();
    await question.getByRole('link', { name: '#8 Change 8' }).waitFor();
    expect(await lookFaults(page, 'fork-question')).toEqual([]);
    expect(await last()).toMatchObject({ result: 'awaiting_approval' });
    await show();
    await log.getByRole('button', { name: 'Approve and run' }).click();
    await log.getByText('Task started').first().waitFor();
    await log.getByText(/Approved by/).waitFor();
    const started = (await last())?.task_id ?? 0;
    expect(await place.client.task(project.id, started)).toMatchObject({ status: 'waiting', runner_id: null });
    await tagRunner('strangers');
    await settled(head);
    await eventually(() => expect(comments().at(-1)?.body['body']).toMatch(/succeeded/));
    const row = await last();
    const task = `/project/${project.id}/templates/${(await place.client.call<{ template_id: number }>('GET', integration)).template_id}?t=${row?.task_id}`;
    await page.goto(task);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('of a fork', { exact: true }).waitFor();
    await dialog.getByRole('tab', { name: 'Details' }).click();
    await dialog.getByRole('link', { name: '#8 Change 8' }).waitFor();
    expect(await lookFaults(page, 'task-of-a-fork')).toEqual([]);
  });

  it('should be switched on in the form of a template', async () => {
    const { page, project } = place;
    await page.goto(`/project/${project.id}/templates/new/edit?app=bash`);
    await page.getByRole('checkbox', { name: 'Runs on pull requests' }).check();
    await page.getByText('Tag of the only runners that take pull requests of forks').scrollIntoViewIfNeeded();
    expect(await lookFaults(page, 'pull-request-switch')).toEqual([]);
  });

  it('should report a merge by its push alone', async () => {
    const merged = await place.repository.commit({ 'c.txt': 'c' }, { branch: 'main' });
    expect(await pull(7, 'closed', merged)).toEqual([]);
    await nothing('not_matched', 'webhook_pull_request');
    await push('refs/heads/main', merged);
    await settled(merged);
    expect(comments()).toEqual([]);
  });

  it('should run the commit of a tag that is pushed, where the patterns take tags', async () => {
    const { client, project, repository } = place;
    const matchers = `${integration}/matchers`;
    const [, ofBranches] = await client.call<Matcher[]>('GET', matchers);
    const row = await client.call<Integration>('GET', integration);
    await client.call('DELETE', `${matchers}/${ofBranches?.id}`);
    await client.call('PUT', integration, { ...row, branches: ['refs/tags/v*'] });
    const tagged = await repository.commit({ 'run.sh': 'echo released\n' }, { branch: 'main' });
    await repository.git(...SIGNED, 'tag', '-a', '-m', 'First', 'v1.0', tagged);
    const tag = await repository.git('rev-parse', 'v1.0');
    await repository.commit({ 'run.sh': 'echo later\n' }, { branch: 'main' });
    expect(await push('refs/heads/main', repository.head)).toEqual([]);
    await nothing('not_matched', 'webhook_branch');
    const [id = 0] = await push('refs/tags/v1.0', tag);
    expect(await client.untilStatus(project.id, id, 'success')).toMatchObject({ commit_hash: tagged });
    await settled(tagged);
    expect(statuses(tag)).not.toContain('success');
    await client.call('PUT', integration, row);
    await client.create(matchers, ofBranches ?? {});
  });

  it('should run the commit that a push names behind a newer one, and say when the branch was forced away from it', async () => {
    const { client, project, repository } = place;
    const asked = await repository.commit({ 'run.sh': 'echo asked\n' }, { branch: 'moving' });
    await repository.commit({ 'run.sh': 'echo newer\n' }, { branch: 'moving' });
    const [id = 0] = await push('refs/heads/moving', asked);
    expect(await client.untilStatus(project.id, id, 'success')).toMatchObject({ commit_hash: asked });
    await settled(asked);
    const forced = await repository.commit({ 'run.sh': 'echo forced away\n' }, { branch: 'moving' });
    await repository.git('branch', '-f', 'moving', 'main');
    const [gone = 0] = await push('refs/heads/moving', forced);
    expect(await client.untilStatus(project.id, gone, 'error')).toMatchObject({
      end_problem: { code: 'git_commit_loose', params: { commit: forced } },
    });
    await eventually(() => expect(statuses(forced).at(-1)).toBe('failure'));
  });

  it('should say that a commit is gone, tell the forge, and run the next push', async () => {
    const { client, project, repository } = place;
    const [gone, head] = ['b'.repeat(40), await repository.git('rev-parse', 'main')];
    const [id = 0] = await push('refs/heads/moving', gone);
    expect(await client.untilStatus(project.id, id, 'error')).toMatchObject({
      end_problem: { code: 'git_no_commit', params: { commit: gone } },
    });
    await eventually(() => expect(statuses(gone).at(-1)).toBe('failure'));
    const [next = 0] = await push('refs/heads/main', head);
    await client.untilStatus(project.id, next, 'success');
  });

  it('should go on while the forge is silent, and tell it the last state once it is back', async () => {
    forge.status = 503;
    const head = await place.repository.commit({ 'd.txt': 'd' }, { branch: 'other' });
    const [id = 0] = await pull(9, 'opened', head, { ref: 'other' });
    await place.client.untilStatus(place.project.id, id, 'success');
    const path = `/project/${place.project.id}/alert_deliveries`;
    const waiting = async () =>
      (await place.client.call<{ deliveries: { kind: string; status: string }[] }>('GET', path)).deliveries
        .filter(({ status }) => status === 'pending' || status === 'sending')
        .map(({ kind }) => kind);
    await eventually(async () =>
      expect(new Set(await waiting())).toEqual(new Set(['commit_status', 'pull_request_comment'])),
    );
    forge.requests.length = 0;
    forge.status = 200;
    await eventually(async () => expect(await waiting()).toEqual([]));
    expect(statuses(head)).toEqual(['success']);
    expect(comments().map(({ line, body }) => [line, String(body['body']).includes('succeeded')])).toEqual([
      ['POST /api/v1/repos/ops/site/issues/9/comments', true],
    ]);
  });

  it.each<[Sender, string, string, Record<string, string>]>([
    [
      'github',
      'GitHub',
      'Let me select individual events › Pushes, Pull requests, Issue comments',
      { 'x-github-event': 'push' },
    ],
    ['gitlab', 'GitLab', 'Push events, Merge request events, Comments', { 'x-gitlab-event': 'Push Hook' }],
    [
      'gitea',
      'Gitea / Forgejo',
      'Push Events, Pull Request, Pull Request Synchronized, Pull Request Comment',
      { 'x-gitea-event': 'push' },
    ],
    ['gitea', 'Gitea / Forgejo', 'Push Events, Pull Request, Pull Request Synchronized, Pull Request Comment', FORGEJO],
    ['gogs', 'Gogs', 'Just the push event', { 'x-gogs-event': 'push' }],
    [
      'bitbucket',
      'Bitbucket',
      'Repository push, Pull request created, Pull request updated, Pull request merged, Pull request comment created',
      { 'x-event-key': 'repo:push' },
    ],
    ['azure', 'Azure DevOps', 'Code pushed, Pull request created, Pull request updated, Pull request commented on', {}],
  ])(
    'should be set up at %s as its page shows, and start what was pushed',
    async (preset, forgeName, events, headers) => {
      const { client, page, project } = place;
      const { id: _, ...row } = await client.call<Integration>('GET', integration);
      const name = `Set up ${Object.keys(headers)[0] ?? preset}`;
      const id = await client.create(`/project/${project.id}/integrations`, {
        ...row,
        ...senderPreset(preset).auth,
        name,
        preset,
      });
      await client.call('POST', `/project/${project.id}/integrations/${id}/aliases`);
      await page.goto(`/project/${project.id}/integrations`);
      await page.getByRole('link', { name }).click();
      const setup = page.getByRole('region', { name: `Set up ${forgeName}`, exact: true });
      await setup.getByText(events, { exact: true }).waitFor();
      await setup.getByText('Waiting for the first webhook').waitFor();
      const url = (await setup.getByText(/\/api\/integrations\//).textContent()) ?? '';
      const head = await place.repository.commit({ [`${name}.txt`]: preset }, { branch: 'main' });
      const body = JSON.stringify(pushOf(preset, head));
      const answer = await fetch(new URL(new URL(url).pathname, place.stack.address), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...proofOf(preset, FORGE_SECRET, body), ...headers },
        body,
      });
      expect(answer.status).toBe(202);
      await setup.getByText('Its sender is verified.').waitFor();
      const [task = 0] = ((await answer.json()) as IntegrationAnswer).task_ids;
      await client.untilStatus(project.id, task, 'success');
      await settled(head);
    },
  );
});
