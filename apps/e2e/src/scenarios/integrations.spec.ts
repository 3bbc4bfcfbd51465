import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IntegrationAnswer, Task } from '@switchyard/contracts';
import type { Locator, Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { axeFaults, type Person, picture } from '../support/browser.js';
import { lookFaults } from '../support/looks.js';
import { createTemplate, type TestProject } from '../support/project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

const SECRET = 'it is known to two';
const PUSH = JSON.stringify({
  ref: 'refs/heads/main',
  after: 'a10867b14bb761a232cd80139fbd4c0d33264240',
  repository: { full_name: 'octo/hello-world' },
});

describe('integrations', () => {
  let place: ConsoleWorkplace;
  let client: ApiClient;
  let project: TestProject;
  let person: Person;
  let page: Page;
  let address: string;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'run.sh': 'echo "built $SWITCHYARD_TASK_ID"\n' }, { shared: true });
    ({ client, project, person, page } = place);
    await createTemplate(client, project, {
      name: 'Build it',
      type: 'build',
      start_version: '1.0.0',
      allow_override_branch_in_task: true,
    });
    const login_password = { login: '', password: SECRET };
    await client.create(`/project/${project.id}/keys`, {
      name: 'GitHub secret',
      type: 'login_password',
      login_password,
    });
  });
  afterAll(() => place.close());

  const dialog = (): Locator => page.getByRole('dialog');
  const region = (name: string): Locator => page.getByRole('region', { name, exact: true });
  async function choose(field: string, text: string): Promise<void> {
    await dialog().getByRole('combobox', { name: field, exact: true }).click();
    await page.locator('.ant-select-dropdown:visible').getByTitle(text, { exact: true }).click();
  }
  async function save(): Promise<void> {
    await dialog()
      .getByRole('button', { name: /^(Create|Save)$/ })
      .click();
    await dialog().waitFor({ state: 'hidden' });
  }
  const push = (secret = SECRET): Promise<Response> =>
    fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'push',
        'x-github-delivery': randomUUID(),
        'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(PUSH).digest('hex')}`,
      },
      body: PUSH,
    });

  it('should be made, with a matcher, a value and an address of the project', async () => {
    await page.goto(`/project/${project.id}/templates`);
    await page.getByRole('link', { name: 'Integrations' }).click();
    await page.getByText('No integrations yet').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'New integration' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('Pushes of GitHub');
    await choose('Authentication', 'GitHub signature');
    await choose('Key', 'GitHub secret');
    await picture(page, '30-integration-dialog');
    expect(await axeFaults(page)).toEqual([]);
    await save();
    await page.waitForURL(/\/integrations\/\d+$/);
    await page.goto(`/project/${project.id}/integrations`);
    await page.getByRole('button', { name: 'Add alias' }).click();
    address = (await region('Project aliases').locator('code').textContent()) ?? '';
    await picture(page, '30-integrations-light');
    await page.getByRole('link', { name: 'Pushes of GitHub' }).click();
    await page.getByRole('switch', { name: 'Global alias' }).click();
    await page.getByRole('button', { name: 'New matcher' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('is a push');
    await choose('Match on', 'Header');
    await dialog().getByLabel('Header name').fill('X-GitHub-Event');
    await dialog().getByLabel('Value', { exact: true }).fill('push');
    await save();
    await page.getByText('It starts when all of its matchers hold.').waitFor();
    await page.getByRole('button', { name: 'New value' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('branch');
    await dialog().getByLabel('JSON path').fill('ref');
    await choose('Variable type', 'Task');
    await choose('Variable', 'git_branch');
    await save();
    await region('Extracted values').getByText('git_branch').waitFor();
    const setup = region('Set up GitHub');
    await setup.getByText(address).waitFor();
    await setup.getByText('Waiting for the first webhook').waitFor();
    expect(await lookFaults(page, 'forge-setup')).toEqual([]);
  });

  it('should show what becomes of a payload that is pasted, and start nothing', async () => {
    await page.getByLabel('Headers, one per line').fill('X-GitHub-Event: issues');
    await page.getByLabel('Payload', { exact: true }).fill(PUSH);
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    const answer = page.getByRole('status').filter({ hasText: 'matcher' });
    await answer.getByText('Not every matcher holds').waitFor();
    await answer.getByText('compared: issues').waitFor();
    await answer.getByText('refs/heads/main').waitFor();
    expect(await client.call<Task[]>('GET', `/project/${project.id}/tasks`)).toEqual([]);
    await page.getByText('No webhooks yet').waitFor();
  });

  it('should start a build of the branch of a signed push, seen live and in the delivery log', async () => {
    const answer = await push();
    const { task_ids: ids } = (await answer.json()) as IntegrationAnswer;
    expect([answer.status, ids.length]).toEqual([202, 1]);
    const log = region('Deliveries');
    await log.getByText('Task started').waitFor();
    await region('Set up GitHub').getByText('Its sender is verified.').waitFor();
    await log.getByRole('button', { name: /^Show the webhook of/ }).click();
    await log.getByText('compared: push').waitFor();
    await picture(page, '30-integration-light');
    expect(await axeFaults(page)).toEqual([]);
    await log.getByRole('link', { name: `#${ids[0]}` }).click();
    await dialog().getByText('Integration Pushes of GitHub').first().waitFor();
    await dialog().getByText(`built ${ids[0]}`).waitFor();
    await picture(page, '30-integration-task');
    expect(await client.task(project.id, ids[0] ?? 0)).toMatchObject({ git_branch: 'main', version: '1.0.0' });
    await page.keyboard.press('Escape');
    await page.goto(`/project/${project.id}/history`);
    await page.getByRole('row').getByText('Integration Pushes of GitHub').first().waitFor();
    await page.goto(`/project/${project.id}/activity`);
    await page.getByText('was queued by integration Pushes of GitHub').waitFor();
  });

  it('should refuse a push of a branch that the template does not let it choose, and say so before', async () => {
    const locked = await createTemplate(client, project, { name: 'Keeps its branch' });
    const own = await client.create(`/project/${project.id}/integrations`, { name: 'Locked', template_id: locked });
    const path = `/project/${project.id}/integrations/${own}`;
    const value = { name: 'branch', value_source: 'body', body_data_type: 'json', key: 'ref' };
    await client.create(`${path}/values`, { ...value, variable: 'git_branch', variable_type: 'task' });
    const alias = await client.call<{ url: string }>('POST', `${path}/aliases`);
    await page.goto(path);
    await page.getByText('The template Keeps its branch does not let a launch choose branch or commit').waitFor();
    const body = PUSH.replace('main', 'other');
    await fetch(alias.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const log = region('Deliveries');
    await log.getByText('Launch refused').waitFor();
    await log.getByRole('button', { name: /^Show the webhook of/ }).click();
    await log.getByText(/git_branch: The template does not let a launch choose/).waitFor();
    expect(await lookFaults(page, '30-integration-refused')).toEqual([]);
  });

  it('should be set to the pushes of a forge by one choice', async () => {
    await page.goto(`/project/${project.id}/integrations`);
    await page.getByRole('button', { name: 'New integration' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('Pushes of Gitea');
    await choose('Template', 'Build it');
    await choose('Pushes from', 'Gitea / Forgejo');
    expect(await dialog().getByLabel('Header', { exact: true }).inputValue()).toBe('X-Gitea-Signature');
    await choose('Key', 'GitHub secret');
    expect(await lookFaults(page, '30-integration-preset')).toEqual([]);
    await save();
    await region('Matchers').getByText('X-Gitea-Event').waitFor();
    await region('Extracted values').getByText('commit_hash').waitFor();
  });

  it('should log a sender that is not proved, deliver again by a click, and fit a dark and a narrow screen', async () => {
    expect((await push('guess')).status).toBe(401);
    await page.goto(`/project/${project.id}/integrations`);
    await page.getByRole('link', { name: 'Pushes of GitHub' }).click();
    const log = region('Deliveries');
    await log.getByText('Sender not verified').waitFor();
    await log.getByRole('button', { name: /^Deliver the webhook of .* again$/ }).click();
    await log.getByText('delivered again').waitFor();
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await page.locator('html[data-theme="dark"]').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '30-integration-dark');
    await page.setViewportSize({ width: 390, height: 844 });
    await log.getByText('Sender not verified').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '30-integration-narrow');
    await page.goto(`/project/${project.id}/integrations`);
    await page.getByText('Project aliases').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '30-integrations-narrow');
    expect(person.faults).toEqual([]);
  });
});
