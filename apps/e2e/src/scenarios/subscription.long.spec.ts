import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { axeFaults, picture } from '../support/browser.js';
import { createTemplate, runTask } from '../support/project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const HOUR = 3_600_000;

const POST = {
  date: '2026-01-01T00:00:00Z',
  title: 'Version 2',
  subtitle: 'What has changed',
  text:
    '<p onclick="alert(1)">Faster <a href="https://example.com/">more</a> ' +
    '<a href="javascript:alert(1)">x</a><img src=x onerror=alert(1)><script>alert(1)</script></p>',
};

/** A subscription key, as the one who sells them signs it. @param ms until it expires */
function issue(ms: number, key = privateKey): string {
  const claims = { id: 's-1', plan: 'pro4', seats: 4, expiresAt: new Date(Date.now() + ms).toISOString() };
  const stated = `SY1.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${stated}.${sign(null, Buffer.from(stated), key).toString('base64url')}`;
}

describe('a subscription', () => {
  let place: ConsoleWorkplace;
  let page: Page;
  let task: number;
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'switchyard-posts-'));
    const feed = join(directory, 'feed.json');
    await writeFile(feed, JSON.stringify({ posts: [POST] }));
    const settings = {
      SWITCHYARD_POSTS_FEED: feed,
      SWITCHYARD_EDITION: 'subscription',
      SWITCHYARD_SUBSCRIPTION_PUBLIC_KEY: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    };
    place = await openConsoleWorkplace({ 'run.sh': 'echo done' }, { stack: { settings } });
    ({ page } = place);
    task = await runTask(place.client, place.project, await createTemplate(place.client, place.project, {}));
    await place.client.untilStatus(place.project.id, task, 'success');
  });

  afterAll(async () => {
    await place.close();
    await rm(directory, { recursive: true });
  });

  const dialog = (): Locator => page.getByRole('dialog');
  const activateButton = (): Locator =>
    page.getByRole('complementary').getByRole('button', { name: 'Activate Subscription' });

  async function openDetails(): Promise<void> {
    await page.getByRole('button', { name: 'Administrator', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Subscription details' }).click();
  }

  async function activate(key: string): Promise<void> {
    await dialog().last().getByLabel('Subscription Key').fill(key);
    await dialog().last().getByRole('button', { name: 'Activate', exact: true }).click();
  }

  async function summary(): Promise<void> {
    await page.goto(`/project/${place.project.id}/history?t=${task}`);
    await dialog().getByRole('tab', { name: 'Summary' }).click();
  }

  it('should be missing at first: premium features show what they would do', async () => {
    await activateButton().waitFor();
    await page.goto(`/project/${place.project.id}/runners`);
    await page.getByText('Project runners are PRO only').waitFor();
    await summary();
    await dialog().getByRole('alert').waitFor();
    await picture(page, 'subscription-example-summary');
    await page.goto(`/project/${place.project.id}/history`);
    await openDetails();
    await dialog().getByText('There is no active subscription').waitFor();
    await picture(page, 'subscription-none');
    expect(await axeFaults(page)).toEqual([]);
  });

  it('should refuse a key of somebody else, in the dialog', async () => {
    await dialog().getByRole('button', { name: 'Activate Subscription' }).click();
    await activate(issue(HOUR, generateKeyPairSync('ed25519').privateKey));
    await dialog().getByText('was not issued for this installation').waitFor();
    await picture(page, 'subscription-refused');
  });

  it('should be activated, and show its plan and its key', async () => {
    const key = issue(HOUR);
    await activate(key);
    await page.getByText('Subscription activated').waitFor();
    await dialog().getByText('Active', { exact: true }).waitFor();
    await dialog().getByText('pro4').waitFor();
    await dialog().getByText('0 of 4').waitFor();
    await picture(page, 'subscription-active');
    await dialog().getByRole('button', { name: 'Activate another key' }).click();
    await activate(key);
    await dialog().getByText('already activated').waitFor();
    await picture(page, 'subscription-already');
    await activateButton().waitFor({ state: 'detached' });
  });

  it('should end while the console is open, without a reload, and leave everything', async () => {
    await activate(issue(15_000));
    await dialog().getByText('Active', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`/project/${place.project.id}/runners`);
    await page.getByRole('button', { name: 'New runner' }).first().waitFor();
    await page.getByText('Runners of the server run its tasks.').waitFor();
    await page.getByText('Project runners are PRO only').waitFor();
    await activateButton().waitFor();
    await openDetails();
    await dialog().getByText('Expired', { exact: true }).waitFor();
    await picture(page, 'subscription-expired');
    expect(await axeFaults(page)).toEqual([]);
    await page.goto(`/project/${place.project.id}/history`);
    await page.getByText(`#${task}`).first().waitFor();
  });

  it('should offer the runner of this server, configurations, and posts without what could run', async () => {
    await page.goto(`/project/${place.project.id}/install`);
    await page.getByText(`curl -fsSL ${place.stack.address}/api/install/runner.sh`).waitFor();
    const script = await page.getByRole('link', { name: 'Read the installer' }).getAttribute('href');
    expect(await (await fetch(new URL(script ?? '', place.stack.address))).text()).toContain('#!/bin/sh');
    await picture(page, 'install-runner');
    expect(await axeFaults(page)).toEqual([]);
    await page.goto(`/project/${place.project.id}/install/configs`);
    await page.getByText(`SWITCHYARD_RUNNER_URL: "${place.stack.address}"`).first().waitFor();
    await picture(page, 'install-configs');
    expect(await axeFaults(page)).toEqual([]);
    await page.goto(`/project/${place.project.id}/news`);
    const card = page.getByRole('article', { name: 'Version 2' });
    await card.getByRole('button', { name: 'Read more' }).click();
    await card.getByText('Faster').waitFor();
    await picture(page, 'posts');
    expect(await axeFaults(page)).toEqual([]);
    expect(await card.locator('.po-text').innerHTML()).toBe(
      '<p>Faster <a href="https://example.com/" target="_blank" rel="noopener noreferrer">more</a> <a target="_blank" rel="noopener noreferrer">x</a></p>',
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await picture(page, 'posts-narrow');
    await page.goto(`/project/${place.project.id}/install/images`);
    await page.getByText('docker build').first().waitFor();
    await picture(page, 'install-narrow');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('should lead to a new subscription where projects are paid for', async () => {
    await page.route('**/api/info', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), edition: 'hosted' } });
    });
    await page.goto('/project/premium');
    await page.getByRole('heading', { name: 'New Subscription' }).waitFor();
    await picture(page, 'premium-new');
    await page.getByLabel('Subscription name').fill('Acme');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/billing$/);
    await page.getByRole('heading', { name: 'Manage Subscription' }).waitFor();
    const entries = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    const tabs = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
    expect(await entries.allInnerTexts()).toEqual(['Dashboard', 'Team', 'Settings']);
    expect(await tabs.allInnerTexts()).toEqual(['Details', 'Activity', 'Install', 'What’s new']);
    await picture(page, 'premium-details');
    await page.goto(page.url().replace('billing', 'history?new_project=premium'));
    await page.waitForURL(/billing\?new_project=premium$/);
    await dialog().getByRole('heading', { name: 'New Subscription' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(/billing$/);
    await page.goto(page.url().replace('billing', 'settings'));
    await page.getByRole('heading', { name: 'Manage Subscription' }).waitFor();
    await picture(page, 'premium-settings');
    await page.goto('/project/1/history?new_project=premium');
    await dialog().getByRole('heading', { name: 'New Subscription' }).waitFor();
    await picture(page, 'premium-dialog');
  });
});
