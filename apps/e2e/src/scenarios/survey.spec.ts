import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { axeFaults, type Person, picture } from '../support/browser.js';
import { statusShown } from '../support/console.js';
import { lookFaults } from '../support/looks.js';
import { atBrowser, createUser } from '../support/people.js';
import { createTemplate, type TestProject } from '../support/project.js';
import { openConsoleWorkplace, type ConsoleWorkplace } from '../support/workplace.js';

const PASSWORD = 'p4ss {{ word }} $(id)';
const PLAYBOOK = `
- hosts: all
  gather_facts: false
  tasks:
    - ansible.builtin.debug:
        msg: "release={{ release }} count={{ count + 1 }} size={{ size }} note={{ note | default('none') }}"
    - ansible.builtin.debug:
        msg: "password has {{ password | length }} characters: {{ password }}, not ***"
`;
const QUESTIONS = [
  { name: 'release', title: 'Release', type: '', required: true },
  { name: 'count', title: 'Count', type: 'int', required: true },
  {
    name: 'size',
    title: 'Size',
    type: 'enum',
    required: true,
    values: [
      { name: 'Small one', value: 's' },
      { name: 'Large one', value: 'l' },
    ],
  },
  { name: 'password', title: 'Password', type: 'secret', required: true },
  { name: 'note', title: 'Note', type: '', required: false },
];

describe('a template with questions', () => {
  let place: ConsoleWorkplace;
  let client: ApiClient;
  let person: Person;
  let page: Page;
  let project: TestProject;
  let template: number;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'site.yml': PLAYBOOK }, { shared: true });
    ({ client, project, person, page } = place);
    template = await createTemplate(client, project, {
      name: 'Ask first',
      app: 'ansible',
      playbook: 'site.yml',
      survey_vars: QUESTIONS,
    });
  });

  afterAll(() => place.close());

  const dialog = () => page.getByRole('dialog');
  const press = () => dialog().getByRole('button', { name: 'Run', exact: true }).click();
  const answer = (title: string, text: string) => dialog().getByLabel(title, { exact: true }).fill(text);

  it('should require answers that fit, and hand them over as they were given', async () => {
    await page.goto(`/project/${project.id}/templates`);
    await page.getByRole('button', { name: /^Run Ask first/ }).click();
    await press();
    await dialog().getByText('Release is required').waitFor();
    await answer('Release', '{{ 6 * 7 }}');
    await answer('Count', 'three');
    await answer('Password', PASSWORD);
    await press();
    await dialog().getByText('Count must consist of digits').waitFor();
    await answer('Count', '3');
    await dialog().getByRole('combobox', { name: 'Size' }).click();
    await page.locator('.ant-select-dropdown:visible').getByText('Large one', { exact: true }).click();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '17-run-dialog-survey');
    await press();
    await statusShown(dialog(), 'Success');
    const log = dialog().getByRole('log');
    await log.getByText('release={{ 6 * 7 }} count=4 size=l note=none').waitFor();
    await log.getByText(/password has 21 characters: \*\*\*/).waitFor();
    expect(person.faults).toEqual([]);
  });

  it('should show the secret in the log as a chip that names it, and to a guest without its name', async () => {
    const chips = (at: Page) => at.locator('.sy-log-row', { hasText: 'password has 21' }).locator('.sy-log-masked');
    const shown = async (at: Page): Promise<unknown[]> => {
      await chips(at).first().waitFor();
      return [await chips(at).count(), await chips(at).innerText(), await chips(at).getAttribute('title')];
    };
    const named = [1, '***', 'Masked: secret answer password'];
    expect(await shown(page)).toEqual(named);
    await dialog().getByRole('img', { name: 'Masked: secret answer password' }).waitFor();
    expect(await lookFaults(page, '17-log-masked')).toEqual([]);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('***');
    await chips(page).locator('mark').waitFor();
    await page.reload();
    expect(await shown(page)).toEqual(named);
    const user_id = await createUser(client, 'Gil Guest');
    await client.send('POST', `/project/${project.id}/users`, { user_id, role: 'guest' });
    const guest = await atBrowser(place.browser, place.stack.address, 'Gil Guest');
    await guest.page.goto(page.url());
    expect(await shown(guest.page)).toEqual([1, '***', 'Masked secret']);
    await guest.page.context().close();
  });

  it('should offer the same answers again, the secret alone asked for, and mark what is changed', async () => {
    await dialog().getByRole('button', { name: 'Run again', exact: true }).click();
    const again = page.getByRole('dialog', { name: /Run: Ask first/ });
    const field = (title: string) => again.getByLabel(title, { exact: true });
    await field('Release').waitFor();
    expect(await Promise.all(['Release', 'Count', 'Password'].map((title) => field(title).inputValue()))).toEqual([
      '{{ 6 * 7 }}',
      '3',
      '',
    ]);
    await again.getByText('Large one', { exact: true }).waitFor();
    expect(await again.getByText('Changed', { exact: true }).count()).toBe(0);
    await field('Count').fill('5');
    await again.getByText('Changed', { exact: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '17-run-dialog-again');
    await again.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await again.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog().getByText('release={{ 6 * 7 }} count=6 size=l note=none').waitFor();
  });

  it.each([
    ['a required answer left out', { count: '1', size: 's' }, { password: 'x-secret' }, 'Release is required'],
    ['an answer that is no number', { release: 'a', count: '1.5', size: 's' }, { password: 'x-secret' }, 'Count'],
    ['an answer that is not offered', { release: 'a', count: '1', size: 'xl' }, { password: 'x-secret' }, 'Size'],
    ['a secret left out', { release: 'a', count: '1', size: 's' }, {}, 'Password is required'],
  ])('should refuse %s on the server too', async (_what, environment, secret, message) => {
    const body = {
      template_id: template,
      environment: JSON.stringify(environment),
      secret: JSON.stringify(secret),
    };
    const refused = await client.send('POST', `/project/${project.id}/tasks`, body);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain(message);
  });
});
