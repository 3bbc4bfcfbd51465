import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IntegrationAnswer, Sender } from '@switchyard/contracts';
import type { Locator, Page } from 'playwright-core';
import { proofOf, pushOf } from '../support/forge-pushes.js';
import { createTemplate } from '../support/project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

const SECRET = 'it is known to two';

/** Settings of a forge, word for word as its set-up shows them. */
type Settings = Record<string, string>;

/** The steps of `guides/webhooks.md`, each by hand in the console, and then what the forge sends when it is set so. */
describe('the set-up of webhooks, followed step by step', () => {
  let place: ConsoleWorkplace;
  let page: Page;
  let template: number;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'run.sh': 'echo "built $SWITCHYARD_TASK_DETAILS_ID"\n' }, { shared: true });
    ({ page } = place);
    template = await createTemplate(place.client, place.project, { name: 'Deploy' });
  });
  afterAll(async () => {
    expect(place.person.faults).toEqual([]);
    await place.close();
  });

  const dialog = (): Locator => page.getByRole('dialog');
  const field = (name: string): Locator => dialog().getByLabel(name, { exact: true });
  async function choose(name: string, text: string): Promise<void> {
    await dialog().getByRole('combobox', { name, exact: true }).click();
    await page.locator('.ant-select-dropdown:visible').getByTitle(text, { exact: true }).click();
  }
  async function create(): Promise<void> {
    await dialog().getByRole('button', { name: 'Create' }).click();
    await dialog().waitFor({ state: 'hidden' });
  }
  const open = (name: string): Promise<void> =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();

  it('should begin with a key, and a template that lets a webhook name the commit', async () => {
    await page.goto(`/project/${place.project.id}/templates/${template}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const mayChange = dialog().getByRole('group', { name: 'May be changed when the task is started' });
    await mayChange.getByRole('checkbox', { name: 'Branch' }).check();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await open('Key store');
    await page.getByRole('button', { name: 'New key' }).first().click();
    await field('Name').fill('Secret of the webhook');
    await choose('Type', 'Login with password');
    await field('Username').fill('any login');
    await field('Password').fill(SECRET);
    await create();
  });

  it.each<[Sender, string, Settings, Record<string, string>]>([
    [
      'github',
      'GitHub',
      {
        'Content type': 'application/json',
        Where: 'Settings › Webhooks › Add webhook',
        Events: 'Just the push event',
      },
      { 'x-github-event': 'push' },
    ],
    [
      'gitlab',
      'GitLab',
      { Where: 'Settings › Webhooks › Add new webhook', Events: 'Push events' },
      { 'x-gitlab-event': 'Push Hook' },
    ],
    [
      'gitea',
      'Gitea / Forgejo',
      {
        'Content type': 'application/json',
        Where: 'Settings › Webhooks › Add Webhook',
        Events: 'Push Events',
      },
      { 'x-gitea-event': 'push' },
    ],
  ])('should end with a task of the commit that was pushed at %s', async (preset, sender, expected, headers) => {
    const { client, project, repository } = place;
    await open('Integrations');
    await page.getByRole('button', { name: 'New integration' }).first().click();
    await field('Name').fill(`Pushes of ${preset}`);
    await choose('Template', 'Deploy');
    await choose('Pushes from', sender);
    await choose('Key', 'Secret of the webhook');
    await create();
    await page.getByRole('button', { name: 'Add alias' }).click();
    const setup = page.getByRole('region', { name: `Set up ${sender}`, exact: true });
    await setup.getByText(/\/api\/integrations\//).waitFor();
    const shown = await factsOf(setup);
    expect(shown).toMatchObject(expected);
    expect(shown['Secret of the webhook']).toContain('Secret of the webhook');
    await setup.getByText('Waiting for the first webhook').waitFor();
    const head = await repository.commit({ [`${preset}.txt`]: preset }, { branch: 'main' });
    const body = JSON.stringify(pushOf(preset, head));
    const answer = await fetch(new URL(new URL(shown['Payload URL'] ?? '').pathname, place.stack.address), {
      method: 'POST',
      headers: {
        'content-type': shown['Content type'] ?? 'application/json',
        ...proofOf(preset, SECRET, body),
        ...headers,
      },
      body,
    });
    expect(answer.status).toBe(202);
    await setup.getByText('Its sender is verified.').waitFor();
    const [task = 0] = ((await answer.json()) as IntegrationAnswer).task_ids;
    expect(await client.untilStatus(project.id, task, 'success')).toMatchObject({ commit_hash: head });
  });

  /** The list that people copy from. */
  async function factsOf(setup: Locator): Promise<Settings> {
    const rows = await setup.locator('dl > div').all();
    const facts = rows.map(async (row) => [
      (await row.locator('dt').textContent()) ?? '',
      (await row.locator('dd').textContent()) ?? '',
    ]);
    return Object.fromEntries(await Promise.all(facts)) as Settings;
  }
});
