import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { IntegrationDelivery, Template } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import { ApiClient } from '../support/api-client.js';
import { openTask } from '../support/console.js';
import { type ForgeApi, startForgeApi } from '../support/forge-api.js';
import { type ForgeIntegration, integrateForge } from '../support/forge-integration.js';
import { lookFaults } from '../support/looks.js';
import { createUser, openAccount, PASSWORD } from '../support/people.js';
import { runTask } from '../support/project.js';
import { describeWithTerraform, TerraformStates } from '../support/terraform.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

const EVE = { id: 66, login: 'eve' };
const ADA = { id: 11, login: 'ada' };
const GUS = { id: 22, login: 'gus' };

/** Deliveries in the shape that Gitea publishes, of a real repository, with plans of a real Terraform. */
describeWithTerraform('plans of pull requests that are applied', () => {
  const states = new TerraformStates();
  let place: ConsoleWorkplace;
  let forge: ForgeApi;
  let template: number;
  let events: ForgeIntegration;
  let number = 6;

  beforeAll(async () => {
    forge = await startForgeApi('gitea');
    const settings = { SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1' };
    place = await openConsoleWorkplace(
      { 'infra/main.tf': states.configuration('infra', 'box', 1) },
      { git: 'http', stack: { ownServer: true, settings } },
    );
    events = await integrateForge(place, forge, {
      name: 'Infra',
      app: 'terraform',
      playbook: 'infra',
      inventory_id: null,
      pull_requests: true,
      pull_request_apply: 'comment',
      task_params: { auto_approve: true },
    });
    ({ templateId: template } = events);
    await person('Ada Member', 'task_runner', ADA.login);
    await person('Gus Guest', 'guest', String(GUS.id));
  });
  beforeEach(() => {
    forge.requests.length = 0;
    number += 1;
  });
  afterEach(() => expect(forge.faults).toEqual([]));
  afterAll(async () => {
    await place.close();
    await forge.close();
    states.remove();
  });

  /** A member who has linked an account at the forge. */
  async function person(name: string, role: string, account: string): Promise<void> {
    const { client, project, stack } = place;
    const userId = await createUser(client, name);
    await client.call('POST', `/project/${project.id}/users`, { user_id: userId, role });
    const own = new ApiClient(stack.address);
    await own.signIn(name.toLowerCase().replaceAll(' ', '.'), PASSWORD);
    await own.call('POST', '/user/forge_accounts', { host: new URL(forge.origin).host, account });
  }

  const pull = (action: string, sha: string, more: object = {}) =>
    events.deliver('pull_request', {
      action,
      number,
      pull_request: {
        number,
        title: `Change ${number}`,
        html_url: `${forge.origin}/ops/site/pulls/${number}`,
        state: action === 'closed' ? 'closed' : 'open',
        user: EVE,
        head: { ref: `change-${number}`, sha, repo: { id: 1 } },
        base: { ref: 'main', repo: { id: 1 } },
        ...more,
      },
    });
  /** @see code.gitea.io/gitea/modules/structs (IssueCommentPayload) */
  const comment = (user: object, body: string, part: { id?: number; action?: string } = {}) =>
    events.deliver('issue_comment', {
      action: part.action ?? 'created',
      is_pull: true,
      issue: { number, pull_request: { merged: false } },
      comment: {
        id: part.id ?? Math.ceil(Math.random() * 1e9),
        body,
        user,
        html_url: `${forge.origin}/ops/site/pulls/${number}#issuecomment-1`,
      },
    });
  const comments = () =>
    forge.requests.filter(({ line }) => line.includes('/issues/')).map(({ body }) => String(body['body']));
  const statuses = () =>
    forge.requests.filter(({ line }) => line.includes('/statuses/')).map(({ body }) => String(body['description']));
  const commented = (words: RegExp) => eventually(() => expect(comments().at(-1)).toMatch(words));
  const last = async () => (await place.client.call<IntegrationDelivery[]>('GET', `${events.path}/deliveries`))[0];
  const boxes = () => states.resources('infra').length;
  const set = async (part: Partial<Template>) => {
    const path = `/project/${place.project.id}/templates/${template}`;
    await place.client.call('PUT', path, { ...(await place.client.call<Template>('GET', path)), ...part });
  };

  /** Opens a pull request, or pushes to it, that leads to so many boxes, and waits for its plan. */
  async function planned(count: number, action = 'opened'): Promise<{ task: number; head: string }> {
    const head = await place.repository.commit(
      { 'infra/main.tf': states.configuration('infra', 'box', count, `# ${randomUUID()}`) },
      { branch: `change-${number}` },
    );
    const [task = 0] = await pull(action, head);
    await place.client.untilStatus(place.project.id, task, 'success');
    await commented(/Plan: /);
    return { task, head };
  }

  it('should be applied by the comment of a linked member, once, and be reported to the forge', async () => {
    const { task, head } = await planned(2);
    await commented(new RegExp(`comment \`/switchyard apply ${task}\``));
    expect(boxes()).toBe(0);
    const id = 4711;
    const [applied = 0] = await comment(ADA, `/switchyard apply ${task}\r\n\r\nLooks good`, { id });
    const { client, project, page } = place;
    const ended = await client.untilStatus(project.id, applied, 'success');
    expect(boxes()).toBe(2);
    expect(ended).toMatchObject({
      commit_hash: head,
      decided_by: 'Ada Member',
      review: { task_id: task, way: 'comment', account: 'ada', plan: 'same' },
    });
    await commented(/succeeded[^]*applies the plan of task `#\d+`, by a comment of `ada`/);
    await eventually(() => expect(statuses().at(-1)).toBe('Applied by a comment of ada'));
    const before = forge.requests.length;
    await comment(ADA, `/switchyard apply ${task}`, { id });
    expect(await last()).toMatchObject({ result: 'duplicate', task_id: applied });
    expect(forge.requests).toHaveLength(before);
    const dialog = await openTask(page, project.id, applied);
    await dialog.getByRole('tab', { name: 'Details' }).click();
    await dialog.getByText('by a comment of ada').waitFor();
    expect(await lookFaults(page, 'reviewed-plan-details')).toEqual([]);
  });

  it('should not be applied by others, for an older plan, or against the rules of the template', async () => {
    const old = await planned(3);
    const { task } = await planned(4, 'synchronized');
    const count = boxes();
    const refused = async (code: string, words: RegExp) => {
      expect(await last()).toMatchObject({ result: 'refused', task_id: null, problem: { code } });
      await commented(words);
    };
    expect(await comment(EVE, `/switchyard apply ${task}`)).toEqual([]);
    await refused(
      'review_no_account',
      /Not applied: The author of the comment is linked to no member of the project\./,
    );
    await comment(GUS, `/switchyard apply ${task}`);
    await refused('review_not_permitted', /Not applied: The author of the comment may not run tasks/);
    await comment(ADA, `/switchyard apply ${old.task}`);
    await refused('review_head', /Not applied: The pull request has newer commits than the plan/);
    await comment(ADA, `/switchyard apply ${task}`, { action: 'edited' });
    expect(await last()).toMatchObject({ result: 'not_matched', problem: { code: 'webhook_comment' } });
    await comment(ADA, `Please\n/switchyard apply ${task}`);
    expect(await last()).toMatchObject({ result: 'not_matched', problem: { code: 'webhook_comment' } });
    expect(boxes()).toBe(count);
  });

  it('should ask for a second person where the author of the pull request is the one who comments', async () => {
    await set({ confirmation_by_other: true });
    const head = await place.repository.commit(
      { 'infra/main.tf': states.configuration('infra', 'box', 5) },
      { branch: `change-${number}` },
    );
    const [task = 0] = await pull('opened', head, { user: ADA });
    await place.client.untilStatus(place.project.id, task, 'success');
    const count = boxes();
    expect(await comment(ADA, `/switchyard apply ${task}`)).toEqual([]);
    expect(await last()).toMatchObject({ result: 'refused', problem: { code: 'confirm_other' } });
    await commented(/Not applied: Someone other than the person who started the task/);
    expect(boxes()).toBe(count);
    await set({ confirmation_by_other: false });
  });

  it('should wait for a person where the plan is another one by then, and be applied from its page', async () => {
    const { client, project, page } = place;
    const { task } = await planned(6);
    await client.untilStatus(project.id, await runTask(client, project, template), 'success');
    expect(boxes()).toBe(1);
    const dialog = await openTask(page, project.id, task);
    await dialog.getByRole('heading', { name: 'Apply the plan of this pull request?' }).waitFor();
    expect(await lookFaults(page, 'reviewed-plan-apply')).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
    await dialog.getByText('This plan differs from the one that was reviewed.').waitFor();
    expect(await lookFaults(page, 'reviewed-plan-differs')).toEqual([]);
    await commented(/waits for confirmation[^]*Not applied yet: the plan differs from what was reviewed/);
    await eventually(() =>
      expect(statuses().at(-1)).toBe('Waiting for confirmation: the plan differs from what was reviewed'),
    );
    expect(boxes()).toBe(1);
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await eventually(() => expect(boxes()).toBe(6));
    await commented(/in Switchyard by `Administrator`/);
  });

  it('should be applied on merge, once, and by nothing else there', async () => {
    await set({ pull_request_apply: 'merge' });
    const { client, project } = place;
    const { task, head } = await planned(7);
    await commented(/This plan is applied once the pull request is merged/);
    await comment(ADA, `/switchyard apply ${task}`);
    expect(await last()).toMatchObject({ result: 'refused', problem: { code: 'review_way' } });
    await place.repository.git('update-ref', 'refs/heads/main', head);
    const merged = { merged: true, merge_commit_sha: head, merged_by: EVE };
    const [applied = 0] = await pull('closed', head, merged);
    await client.untilStatus(project.id, applied, 'success');
    expect(boxes()).toBe(7);
    await commented(/applies the plan of task `#\d+`, on merge by `eve`/);
    await pull('closed', head, merged);
    expect(await last()).toMatchObject({ result: 'duplicate', task_id: applied });
  });

  it('should apply nothing of a pull request that is given up', async () => {
    const { head } = await planned(8);
    await pull('closed', head, { merged: false });
    expect(await last()).toMatchObject({ result: 'not_matched', task_id: null });
    expect(boxes()).toBe(7);
  });

  it('should show the linked accounts of a person, and unlink one', async () => {
    const { page } = place;
    await page.goto('/');
    await openAccount(page, 'Administrator');
    const dialog = page.getByRole('dialog', { name: 'Edit account' });
    await dialog.getByLabel('Host of the forge').fill('github.com');
    await dialog.getByLabel('Id or login').fill('octocat');
    await dialog.getByRole('button', { name: 'Link account' }).click();
    await dialog.getByText('octocat').waitFor();
    expect(await lookFaults(page, 'forge-accounts')).toEqual([]);
    await dialog.getByRole('button', { name: 'Remove the link to octocat' }).click();
    await dialog.getByText('octocat').waitFor({ state: 'hidden' });
  });
});
