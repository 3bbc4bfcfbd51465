import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { App, Inventory, Schedule, Template } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { Locator, Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { axeFaults, type Person, picture } from '../support/browser.js';
import { lookFaults } from '../support/looks.js';
import { createTemplate, type TestProject } from '../support/project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

describe('forms whose fields follow a choice', () => {
  let place: ConsoleWorkplace;
  let client: ApiClient;
  let project: TestProject;
  let person: Person;
  let page: Page;
  let base: string;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'run.sh': 'true\n' }, { stack: { runners: 0 } });
    ({ client, project, person, page } = place);
    base = `/project/${project.id}`;
  });
  afterAll(() => place.close());

  const dialog = (): Locator => page.getByRole('dialog');
  const option = (text: string): Locator =>
    page.locator('.ant-select-dropdown:visible').getByTitle(text, { exact: true });
  const button = (name: string): Locator => dialog().getByRole('button', { name, exact: true });

  it('should save a schedule whose template was chosen after a first try on the empty form', async () => {
    const question = { name: 'region', title: 'Region', required: true, default_value: 'eu' };
    await createTemplate(client, project, { name: 'Asking', survey_vars: [question], allow_any_vars_in_task: true });
    await createTemplate(client, project, { name: 'Other' });
    await page.goto(`${base}/schedule`);
    await page.getByRole('button', { name: 'New schedule' }).click();
    await button('Create').click();
    await dialog().getByLabel('Name', { exact: true }).fill('Nightly');
    await dialog().getByRole('combobox', { name: 'Template' }).click();
    await option('Asking').click();
    expect(await dialog().getByLabel('Region').inputValue()).toBe('eu');
    await button('Create').click();
    await dialog().waitFor({ state: 'hidden' });
    const [stored] = await client.call<Schedule[]>('GET', `${base}/schedules`);
    expect(stored).toMatchObject({ name: 'Nightly', task_params: { environment: '{"region":"eu"}' } });
    expect(person.faults).toEqual([]);
  });

  it('should make a template from the form of a schedule, and choose it there', async () => {
    await page.goto(`${base}/schedule`);
    await page.getByRole('button', { name: 'New schedule' }).click();
    const form = page.getByRole('dialog', { name: 'New schedule' });
    const choice = form.getByRole('combobox', { name: 'Template' });
    await form.getByLabel('Name', { exact: true }).fill('Weekly');
    await choice.click();
    await page.locator('.ant-select-dropdown:visible').getByRole('button', { name: 'New template' }).click();
    const made = page.getByRole('dialog', { name: 'New template' });
    await made.getByRole('button', { name: 'Bash' }).waitFor();
    expect(await lookFaults(page, 'template-of-schedule')).toEqual([]);
    await made.getByRole('button', { name: 'Bash' }).click();
    await made.getByRole('textbox', { name: 'Name', exact: true }).fill('Made on the way');
    await made.getByRole('combobox', { name: 'Script' }).fill('run.sh');
    await made.getByRole('button', { name: 'Create', exact: true }).click();
    await made.waitFor({ state: 'hidden' });
    await form.getByTitle('Made on the way').waitFor();
    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
    const stored = await client.call<Schedule[]>('GET', `${base}/schedules`);
    const templates = await client.call<Template[]>('GET', `${base}/templates`);
    const id = templates.find(({ name }) => name === 'Made on the way')?.id;
    expect(stored.find(({ name }) => name === 'Weekly')?.template_id).toBe(id);
    expect(person.faults).toEqual([]);
  });

  it('should attach a workspace from the inventory page, and keep that of a template that is copied', async () => {
    const terraform = { app: 'terraform', playbook: '', inventory_id: null };
    const network = await createTemplate(client, project, { ...terraform, name: 'Network' });
    const storage = await createTemplate(client, project, { ...terraform, name: 'Storage' });
    const of = (id: number) => client.call<Template>('GET', `${base}/templates/${id}`);
    const held = (await of(network)).inventory_id ?? 0;
    await page.goto(`${base}/inventory?open=${held}`);
    await dialog().getByRole('combobox', { name: 'Template' }).click();
    await picture(page, 'workspace-holder');
    expect(await axeFaults(page)).toEqual([]);
    await option('Storage').click();
    await button('Save').click();
    await dialog().waitFor({ state: 'hidden' });
    const read = () => client.call<Inventory>('GET', `${base}/inventory/${held}`);
    expect([(await read()).template_id, (await of(network)).inventory_id]).toEqual([storage, held]);
    await page.goto(`${base}/templates/${network}`);
    await page.getByRole('button', { name: 'Copy template' }).click();
    await button('Create').click();
    await dialog().waitFor({ state: 'hidden' });
    const copy = (await client.call<Template[]>('GET', `${base}/templates`)).find(
      ({ name }) => name === 'Copy of Network',
    );
    expect(copy?.inventory_id).toBe(held);
    expect(person.faults).toEqual([]);
  });

  it('should give an app an icon of the list', async () => {
    await page.goto('/apps');
    await page.getByRole('button', { name: 'New app' }).click();
    await dialog().getByLabel('Id', { exact: true }).fill('deployer');
    await dialog().getByLabel('Title').fill('Deployer');
    await dialog().getByLabel('Icon').fill('rock');
    await page.locator('.ant-select-dropdown:visible code', { hasText: /^rocket$/ }).click();
    await picture(page, 'app-icon');
    expect(await axeFaults(page)).toEqual([]);
    await button('Create').click();
    await dialog().waitFor({ state: 'hidden' });
    const apps = await client.call<App[]>('GET', '/apps');
    expect(apps.find(({ id }) => id === 'deployer')?.icon).toBe('rocket');
    await eventually(async () =>
      expect(await page.getByRole('row', { name: 'Deployer' }).locator('.anticon-rocket').count()).toBe(1),
    );
    expect(person.faults).toEqual([]);
  });
});
