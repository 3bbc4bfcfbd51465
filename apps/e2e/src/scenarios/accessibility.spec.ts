import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { signIn } from '../support/console.js';
import { type FilledConsole, openFilledConsole } from '../support/filled-console.js';
import { sizeFaults } from '../support/reflow.js';
import { show } from '../support/screens.js';
import { expectTree } from '../support/trees.js';

describe('the console for everybody', () => {
  let place: FilledConsole;
  let page: Page;

  beforeAll(async () => {
    place = await openFilledConsole();
    page = place.page;
  });
  afterAll(() => place.close());

  const main = (): Locator => page.locator('main');
  const dialog = (): Locator => page.getByRole('dialog').last();

  it('should read to a screen reader as its files have it: sign-in', async () => {
    await page.goto('/auth/login');
    await page.getByLabel('Username or email').waitFor();
    await expectTree('sign-in', page.locator('body'));
    await signIn(page);
  });

  it('should read to a screen reader as its files have it: lists and pages', async () => {
    await show(page, place.at('history'));
    await expectTree('history', page.locator('#root'));
    for (const [name, path] of [
      ['stats', 'stats'],
      ['templates', 'templates'],
      ['template', `templates/${place.project.template}/tasks`],
      ['inventory', 'inventory'],
      ['team', 'team'],
      ['settings', 'settings'],
      ['runners', '/runners'],
    ] as const) {
      await show(page, place.at(path));
      await page.waitForFunction((wanted) => !wanted || document.querySelector('.sy-blocked'), name === 'templates');
      await expectTree(name, main());
    }
  });

  it('should read to a screen reader as its files have it: dialogs', async () => {
    await show(page, place.at(`history?t=${place.project.tasks.waiting_confirmation}`));
    await dialog().getByRole('button', { name: 'Confirm' }).waitFor();
    await dialog().getByText('Live', { exact: true }).waitFor();
    await dialog().getByText('The log begins when a runner takes the task.').waitFor();
    await expectTree('task-log', dialog());
    await page.keyboard.press('Escape');
    await show(page, place.at('templates'));
    await page.getByRole('button', { name: 'Run Backup' }).click();
    await dialog().getByLabel('Message').waitFor();
    await dialog().getByText('It has never run.').waitFor();
    await expectTree('run-dialog', dialog());
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'New template' }).click();
    await page.getByRole('menuitem', { name: 'Ansible' }).click();
    await dialog().getByLabel('Playbook file').waitFor();
    await expectTree('template-dialog', dialog());
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('should fit 320 pixels, with targets that are large enough, and stand still', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    const faults: string[] = [];
    for (const screen of place.screens) {
      await show(page, screen);
      faults.push(...(await sizeFaults(page)).map((fault) => `${screen.path}: ${fault}`));
    }
    expect(faults).toEqual([]);
    expect(place.person.faults).toEqual([]);
  });
});
