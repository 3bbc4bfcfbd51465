import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { createGitRepository, type TestGitRepository } from '@switchyard/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, type Person } from '../support/browser.js';
import { openTask, signIn, statusShown } from '../support/console.js';
import { createProject, createTemplate, type TestProject } from '../support/project.js';
import { expectedLines, slowLines } from '../support/scripts.js';
import { TestStack } from '../support/stack.js';

const LINES = 60;

describe('Switchyard below a path of nginx, which answers nothing beside it', () => {
  let stack: TestStack;
  let repository: TestGitRepository;
  let project: TestProject;
  let browser: Browser;
  let person: Person;
  let page: Page;
  let task: number;
  const requested: string[] = [];
  const sockets: string[] = [];
  const failed: string[] = [];

  beforeAll(async () => {
    stack = await TestStack.start({ balanced: true, base: '/switchyard' });
    const client = await stack.admin(0);
    repository = await createGitRepository({ 'run.sh': slowLines(LINES, 0.1) });
    project = await createProject(client, repository.path);
    await createTemplate(client, project, { name: 'Slow' });
    browser = await openBrowser();
    person = await openPage(browser, `${stack.address}/`);
    ({ page } = person);
    page.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname));
    page.context().on('request', (request) => requested.push(new URL(request.url()).pathname));
    page.context().on('response', (response) => {
      if (response.status() >= 400 && response.status() !== 401) {
        failed.push(`${response.status()} ${response.url()}`);
      }
    });
  });

  afterAll(async () => {
    await browser.close();
    await stack.close();
    await repository.remove();
  });

  it('should sign in with a cookie of its own path', async () => {
    await signIn(page);
    const cookies = await page.context().cookies();
    expect(cookies.map(({ path }) => path)).toEqual(['/switchyard']);
    expect(new URL(page.url()).pathname).toMatch(/^\/switchyard\//);
  });

  it('should run a task on a runner that comes through nginx, and show its lines as they are printed', async () => {
    await page.goto(`project/${project.id}/templates`);
    await page.getByRole('button', { name: 'Run Slow' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL(/\?t=\d+/);
    task = Number(new URL(page.url()).searchParams.get('t'));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('log').getByText('line 3', { exact: true }).waitFor();
    await statusShown(dialog, 'Running');
    await statusShown(dialog, 'Success');
    expect(sockets).toContain('/switchyard/api/ws');
  });

  it('should open the address of a line, and download the log', async () => {
    const dialog = await openTask(page, project.id, task);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain(expectedLines(LINES).at(-1));
  });

  it('should open and search the documentation', async () => {
    await page.goto(`project/${project.id}/history`);
    const [help] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('main').getByRole('link', { name: 'Help', exact: true }).click(),
    ]);
    await help.getByRole('heading', { level: 1, name: 'Read a task log' }).waitFor();
    await help.getByRole('button', { name: 'Search' }).first().click();
    await help.getByRole('searchbox').fill('host key');
    await help.getByRole('option').first().waitFor();
    await help.getByRole('searchbox').press('Enter');
    await help.waitForURL(/\/switchyard\/docs\/.+\.html#/);
    await help.close();
  });

  it('should sign out', async () => {
    await page.getByRole('button', { name: 'Administrator', exact: true }).click();
    await page.getByText('Sign out', { exact: true }).click();
    await page.waitForURL('**/switchyard/auth/login');
    expect(await page.context().cookies()).toEqual([]);
  });

  it('should ask for nothing beside that path', () => {
    expect(requested.length).toBeGreaterThan(50);
    expect([...requested, ...sockets].filter((path) => !path.startsWith('/switchyard/'))).toEqual([]);
    expect([failed, person.faults]).toEqual([[], []]);
  });

  it('should lead who opens a server at its root to the path', async () => {
    const answer = await fetch(`${stack.addresses[0]}/project/1/history?t=2`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/switchyard/project/1/history?t=2']);
  });
});
