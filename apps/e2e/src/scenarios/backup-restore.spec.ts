import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Key, Project } from '@switchyard/contracts';
import type { Page } from 'playwright-core';
import { axeFaults, picture } from '../support/browser.js';
import { statusShown } from '../support/console.js';
import { withDatabase } from '../support/database.js';
import { createTemplate } from '../support/project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

const PLAYBOOK = '- hosts: all\n  gather_facts: false\n  tasks:\n    - ansible.builtin.debug: { msg: restored }\n';

const PASSPHRASE = 'correct horse battery';

describe('a project as a file', () => {
  let place: ConsoleWorkplace;
  let page: Page;
  let file: { name: string; mimeType: string; buffer: Buffer };

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'site.yml': PLAYBOOK }, { project: { name: 'Storefront' }, shared: true });
    const { client, project } = place;
    page = place.page;
    const ssh = { login: 'deploy', generate: true };
    const keyId = await client.create(`/project/${project.id}/keys`, {
      project_id: project.id,
      name: 'Deploy key',
      type: 'ssh',
      ssh,
    });
    const inventory = `/project/${project.id}/inventory/${project.inventoryId}`;
    await client.call('PUT', inventory, { ...(await client.call<object>('GET', inventory)), ssh_key_id: keyId });
    await createTemplate(client, project, { name: 'Greet', app: 'ansible', playbook: 'site.yml' });
  });

  afterAll(() => place.close());

  it('should be stored from the settings of the project', async () => {
    await page.goto(`/project/${place.project.id}/settings`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Backup', exact: true }).click();
    const stored = await download;
    await page.getByText('Project exported.').waitFor();
    expect(stored.suggestedFilename()).toMatch(/^backup_\d+_\d+\.json$/);
    const buffer = await readFile(await stored.path());
    expect(buffer.toString()).toContain('Deploy key');
    expect(buffer.toString()).not.toContain('PRIVATE KEY');
    file = { name: stored.suggestedFilename(), mimeType: 'application/json', buffer };
  });

  it('should name what is missing or wrong before anything is made', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Storefront' }).first().click();
    await page.getByRole('button', { name: 'Restore project' }).click();
    const choose = page.getByLabel('Backup file');
    const check = page.getByRole('button', { name: 'Check the file' });
    await check.click();
    await page.getByText('Choose a backup file').waitFor();
    await choose.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('[1]') });
    await page.getByText('This file is not a backup').waitFor();
    await choose.setInputFiles(file);
    await check.click();
    await page.getByText('There is a project of this name already').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'restore-refused-light');
  });

  it('should be a project again, whose key is filled and whose template runs', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Storefront again');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('1 template', { exact: true }).waitFor();
    await picture(page, 'restore-plan-light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await picture(page, 'restore-plan-dark-narrow');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    const result = page.getByRole('dialog');
    await result.getByText('Project Storefront again has been restored.').waitFor();
    await result.getByText('1 empty key was added.', { exact: false }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'restore-result-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await result.getByRole('link', { name: 'Deploy key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit key' });
    await dialog.getByRole('checkbox').check();
    await dialog.getByText('Make a new pair').click();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    const restored = (await place.client.call<Project[]>('GET', '/projects')).find(
      ({ name }) => name === 'Storefront again',
    );
    const base = `/project/${restored?.id}`;
    const keys = await place.client.call<Key[]>('GET', `${base}/keys`);
    expect(keys.find(({ name }) => name === 'Deploy key')?.public_key).toMatch(/^ssh-ed25519 /);
    await page.goto(`${base}/templates`);
    await page.getByRole('button', { name: 'Run Greet' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
    await statusShown(page.getByRole('dialog'), 'Success');
    await page.getByRole('dialog').getByText('restored', { exact: false }).first().waitFor();
  });

  it('should be a project again with the secrets of its keys, which a passphrase opens', async () => {
    await page.goto(`/project/${place.project.id}/settings`);
    await page.getByRole('button', { name: 'Backup with secrets' }).click();
    const dialog = page.getByRole('dialog', { name: 'Backup with secrets' });
    await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await dialog.getByRole('button', { name: 'Backup', exact: true }).click();
    await dialog.getByText('The passphrases differ').waitFor();
    await dialog.getByLabel('Repeat the passphrase').fill(PASSPHRASE);
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'backup-secrets-light');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Backup', exact: true }).click();
    const stored = await download;
    const sealed = await readFile(await stored.path());
    expect(sealed.toString()).not.toContain('PRIVATE KEY');
    await page.goto('/project/restore');
    await page.getByLabel('Backup file').setInputFiles({ ...file, buffer: sealed });
    await page.getByRole('textbox', { name: 'Name' }).fill('Storefront with keys');
    await page.getByLabel('Passphrase').fill('another passphrase');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Does not open the secrets of this file').waitFor();
    await page.getByLabel('Passphrase').fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('With their secrets from the file: Deploy key.').waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'restore-secrets-dark-narrow');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByRole('dialog').getByText('Project Storefront with keys has been restored.').waitFor();
    const projects = await place.client.call<Project[]>('GET', '/projects');
    const id = projects.find(({ name }) => name === 'Storefront with keys')?.id;
    const [first, second] = await Promise.all(
      [place.project.id, id].map((each) => place.client.call<Key[]>('GET', `/project/${each}/keys`)),
    );
    const keyOf = (keys: Key[] = []) => keys.find(({ name }) => name === 'Deploy key')?.public_key;
    expect(keyOf(second)).toBe(keyOf(first));
  });

  it('should be deleted by its name, and be listed as such until it is gone', async () => {
    const { id } = place.project;
    const entry = page.getByRole('button', { name: 'Storefront Being deleted' });
    await withDatabase(place.stack.postgres.url, async (holder) => {
      await holder.query('begin');
      await holder.query('select 1 from template where project_id = $1 for update', [id]);
      await page.goto(`/project/${id}/settings`);
      await page.getByRole('button', { name: 'Delete project' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete Storefront?' });
      await dialog.getByText('1 template', { exact: true }).waitFor();
      const remove = dialog.getByRole('button', { name: 'Delete project' });
      expect(await remove.isDisabled()).toBe(true);
      expect(await axeFaults(page)).toEqual([]);
      await picture(page, 'delete-project-light');
      await dialog.getByLabel('Enter Storefront to confirm').fill('Storefront');
      await remove.click();
      await page.getByRole('button', { name: 'Storefront again' }).first().click();
      await entry.waitFor();
      expect(await entry.isDisabled()).toBe(true);
      await page.emulateMedia({ colorScheme: 'dark' });
      await picture(page, 'project-being-deleted-dark');
    });
    await entry.waitFor({ state: 'detached' });
  });
});
