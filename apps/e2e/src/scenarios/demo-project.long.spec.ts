import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project, TaskWithTemplate, Template } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { Browser, Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { axeFaults, openBrowser, openPage, type Person, picture } from '../support/browser.js';
import { statusShown } from '../support/console.js';
import { ADMIN, TestStack } from '../support/stack.js';
import { describeWithTerraform } from '../support/terraform.js';

/** Clicks of a pointer on the page, over all its addresses. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('countClick', () => void clicks++);
  await page.addInitScript(() => {
    const { countClick } = window as unknown as { countClick: () => void };
    addEventListener('pointerdown', () => countClick(), true);
  });
  return () => clicks;
}

describe('a demo project', () => {
  let stack: TestStack;
  let browser: Browser;
  let person: Person;
  let page: Page;
  let client: ApiClient;
  let project: Project;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([TestStack.start({ separated: true }), openBrowser()]);
    person = await openPage(browser, stack.address);
    page = person.page;
    client = await stack.admin();
  });

  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  const lookAt = async (name: string, text: string): Promise<void> => {
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1440, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.emulateMedia({ colorScheme });
      await page.reload();
      await page.getByText(text).first().waitFor();
      expect([width, colorScheme, await axeFaults(page)]).toEqual([width, colorScheme, []]);
      await picture(page, `${name}-${width}-${colorScheme}`);
    }
  };

  it('should be three clicks from the sign-in page to a green run', async () => {
    const clicks = await countClicks(page);
    await page.goto('/');
    await page.getByLabel('Username or email').fill(ADMIN.login);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Create demo project' }).waitFor();
    await picture(page, 'demo-new-project');
    await page.getByRole('button', { name: 'Create demo project' }).click();
    await page.getByText('Your demo project is ready').waitFor();
    project = (await client.call<Project[]>('GET', '/projects'))[0] as Project;
    expect(project.name).toBe('Demo project');
    const run = page.getByRole('button', { name: 'Start with Hello' });
    await run.waitFor();
    await page.getByRole('region', { name: 'Tools of the local runner' }).getByText('Bash').waitFor();
    await picture(page, 'demo-ready');
    await run.click();
    const dialog = page.getByRole('dialog');
    await statusShown(dialog, 'Success');
    await dialog.getByText('Hello, world!').waitFor();
    expect(await dialog.getByText('demo-token').count()).toBe(0);
    expect(clicks()).toBe(3);
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'demo-green');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByText('Your demo project is ready').count()).toBe(0);
  });

  const template = async (name: string): Promise<Template> =>
    (await client.call<Template[]>('GET', `/project/${project.id}/templates`)).find(
      (each) => each.name === name,
    ) as Template;
  const run = async (name: string, body: object = {}): Promise<number> => {
    const { id } = await template(name);
    return client.create(`/project/${project.id}/tasks`, { template_id: id, ...body });
  };
  const succeed = async (task: number): Promise<string> => {
    await client.untilStatus(project.id, task, 'success');
    return (await client.toolLines(project.id, task)).join('\n');
  };

  it('should run Python and Ansible, and a build that staging follows and production waits for', async () => {
    const [report, hosts, build] = await Promise.all(
      ['System report', 'Check the hosts', 'Build storefront'].map((name) => run(name)),
    );
    expect(await succeed(report ?? 0)).toContain('processors');
    expect(await succeed(hosts ?? 0)).toContain('localhost in eu-north');
    expect(await succeed(build ?? 0)).toContain('storefront-1.0.0.tar.gz');
    const staging = await eventually(async () => {
      const all = await client.call<TaskWithTemplate[]>('GET', `/project/${project.id}/tasks`);
      const found = all.find(({ build_task_id: id }) => id === build);
      return found ?? Promise.reject(new Error('no deploy yet'));
    });
    expect(await succeed(staging.id)).toContain('staging-1 serves storefront 1.0.0');
    const production = await succeed(await run('Deploy to production', { build_task_id: build }));
    expect(production).toContain('web-3 serves storefront 1.0.0');
  });

  describeWithTerraform('with Terraform', () => {
    it('should plan, wait, and apply what was confirmed, all without a network', async () => {
      const task = await run('Network');
      await client.untilStatus(project.id, task, 'waiting_confirmation');
      await client.send('POST', `/project/${project.id}/tasks/${task}/confirm`);
      expect(await succeed(task)).toMatch(/4 to add[^]*Apply complete!/);
    });
  });

  it('should be good to look at, wide and light, narrow and dark', async () => {
    await page.goto(`/project/${project.id}/templates`);
    await page.getByText('Releases').waitFor();
    await lookAt('demo-templates', 'Deploy to production');
  });

  it('should lead a project without a demo through its steps, and offer one from there and from the switcher', async () => {
    await client.create('/projects', { name: 'Edge Network' });
    await page.goto('/');
    await page.getByRole('button', { name: /Demo project/ }).click();
    await page.getByRole('button', { name: 'Edge Network' }).click();
    await page.getByRole('link', { name: 'Templates' }).click();
    await page.getByText('Five steps to your first run').waitFor();
    await page.getByRole('button', { name: 'Create a demo project' }).waitFor();
    await lookAt('first-steps', 'Tools of the local runner');
    await page.getByRole('button', { name: /^Edge Network/ }).click();
    await page.getByRole('button', { name: 'Create demo project' }).click();
    await page.getByText('Your demo project is ready').waitFor();
    expect(await client.call<Project[]>('GET', '/projects')).toHaveLength(3);
    await lookAt('demo-strip', 'Tools of the local runner');
  });

  it('should name what is missing before a template is run', async () => {
    const network = await template('Network');
    const body = { ...network, runner_tag: 'gpu', vaults: [] };
    await client.call('PUT', `/project/${project.id}/templates/${network.id}`, body);
    await page.goto(`/project/${project.id}/templates`);
    await page.getByRole('img', { name: 'No online runner has the tag "gpu"' }).waitFor();
    await page.getByRole('button', { name: 'Run Network' }).click();
    await page.getByRole('dialog').getByRole('alert').getByText('No online runner has the tag "gpu"').waitFor();
    await picture(page, 'demo-blocked');
    expect(await axeFaults(page)).toEqual([]);
    expect(person.faults).toEqual([]);
  });
});
