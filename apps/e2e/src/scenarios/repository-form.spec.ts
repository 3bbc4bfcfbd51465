import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GitRepository } from '@switchyard/contracts';
import type { Locator, Page } from 'playwright-core';
import { lookFaults } from '../support/looks.js';
import { createTemplate, runTask } from '../support/project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

const HOST_KEY = 'forge.example ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExampleExampleExampleExampleExampleExample';

describe('the form of a repository', () => {
  let place: ConsoleWorkplace;
  let page: Page;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'run.sh': 'true\n' }, { shared: true });
    ({ page } = place);
  });
  afterAll(() => place.close());

  const dialog = (): Locator => page.getByRole('dialog');
  const more = (): Locator => dialog().getByRole('button', { name: 'Fetching and trust' });
  const field = (name: string): Locator => dialog().getByLabel(name, { exact: true });
  async function choose(name: string, text: string): Promise<void> {
    await dialog().getByRole('combobox', { name, exact: true }).click();
    await page.locator('.ant-select-dropdown:visible').getByTitle(text, { exact: true }).click();
  }

  it('should take switches, host keys and a second key, and name the line that is wrong', async () => {
    await page.goto(`/project/${place.project.id}/repositories`);
    await page.getByRole('button', { name: 'New repository' }).first().click();
    await field('Name').fill('Trusting');
    await field('URL or path').fill('git@forge.example:group/site.git');
    await choose('Access key', 'None');
    expect(await field('Known hosts').isVisible()).toBe(false);
    await more().click();
    await field('Check out submodules').uncheck();
    await choose('Second key', 'None');
    await field('Addresses that begin with').fill('git@forge.example:other/');
    await choose('Forge', 'GitLab');
    await field('Web address').fill('https://forge.example/group/site');
    await field('Known hosts').fill('forge.example');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await dialog().getByText('Line 1 is not a host key in the form of known_hosts').waitFor();
    expect(await lookFaults(page, 'repository-trust')).toEqual([]);
    await field('Known hosts').fill(HOST_KEY);
    await dialog().getByRole('button', { name: 'Create' }).click();
    await dialog().waitFor({ state: 'hidden' });
    const all = await place.client.call<GitRepository[]>('GET', `/project/${place.project.id}/repositories`);
    expect(all.find(({ name }) => name === 'Trusting')).toMatchObject({
      git_branch: '',
      lfs: true,
      submodules: false,
      known_hosts: HOST_KEY,
      second_key_id: expect.any(Number),
      second_key_prefix: 'git@forge.example:other/',
      forge: 'gitlab',
      web_url: 'https://forge.example/group/site',
      status_key_id: null,
    });
  });

  it('should test an address with its key before anything is stored', async () => {
    const all = () => place.client.call<GitRepository[]>('GET', `/project/${place.project.id}/repositories`);
    const before = await all();
    const test = dialog().getByRole('button', { name: 'Test connection' });
    await page.getByRole('button', { name: 'New repository' }).first().click();
    expect(await test.isDisabled()).toBe(true);
    await field('Name').fill('Tried');
    await field('URL or path').fill(`file://${place.repository.path}-gone`);
    await choose('Access key', 'None');
    await test.click();
    await dialog().getByRole('alert').waitFor();
    expect(await lookFaults(page, 'repository-test-failed')).toEqual([]);
    await field('URL or path').fill(`file://${place.repository.path}`);
    await dialog().getByRole('alert').waitFor({ state: 'hidden' });
    await test.click();
    await dialog().getByText('Connected: 1 branch').waitFor();
    await dialog().getByRole('combobox', { name: 'Branch' }).fill('gone');
    await dialog().getByText('The repository has no branch or tag "gone"').waitFor();
    expect(await all()).toEqual(before);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await dialog().waitFor({ state: 'hidden' });
  });

  it('should open with what is set', async () => {
    await page.getByRole('button', { name: 'Edit Trusting' }).click();
    expect(await field('Known hosts').inputValue()).toBe(HOST_KEY);
    expect(await field('Fetch Git LFS files').isChecked()).toBe(true);
    expect(await field('Check out submodules').isChecked()).toBe(false);
    expect(await dialog().getByRole('combobox', { name: 'Branch' }).inputValue()).toBe('');
    expect(await lookFaults(page, 'repository-default-branch')).toEqual([]);
    expect(place.person.faults).toEqual([]);
  });

  it('should show which branch the default one was', async () => {
    const { client, project, repository } = place;
    const path = `/project/${project.id}/repositories/${project.repositoryId}`;
    await client.call('PUT', path, { ...(await client.call<GitRepository>('GET', path)), git_branch: null });
    await repository.git('branch', '-m', 'main', 'trunk');
    const template = await createTemplate(client, project, { name: 'Hello' });
    const id = await runTask(client, project, template);
    expect(await client.untilStatus(project.id, id, 'success')).toMatchObject({ commit_branch: 'trunk' });
    await page.goto(`/project/${project.id}/repositories`);
    await page.getByRole('row', { name: 'Playbooks' }).getByText('Default branch').waitFor();
    await page.goto(`/project/${project.id}/templates/${template}?t=${id}`);
    await dialog().getByRole('button', { name: 'Open Checkout' }).click();
    await dialog().getByText('The default branch is trunk').waitFor();
    await dialog().getByRole('tab', { name: 'Details' }).click();
    await dialog().getByText('Default branch · trunk').waitFor();
    expect(await lookFaults(page, 'task-of-the-default-branch')).toEqual([]);
  });
});
