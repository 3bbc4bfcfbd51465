import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaskError, TaskHost } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { CliRun } from '../support/cli-run.js';
import { axeFaults, type Person, picture } from '../support/browser.js';
import { openTask, statusShown } from '../support/console.js';
import { lookFaults } from '../support/looks.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { inDatabase } from '../support/database.js';
import { openConsoleWorkplace, type ConsoleWorkplace } from '../support/workplace.js';

/** `away` cannot be reached, `bad` fails, `good` is changed; one failure is ignored, one rescued, one censored. */
const PLAYBOOK = `
- hosts: all
  gather_facts: false
  tasks:
    - name: Say who
      ansible.builtin.command: echo {{ inventory_hostname }}
    - name: Fails and is ignored
      ansible.builtin.command: "false"
      ignore_errors: true
    - name: Fails and is rescued
      block:
        - ansible.builtin.command: "false"
      rescue:
        - ansible.builtin.debug:
            msg: rescued
    - name: Pretends to be the end
      ansible.builtin.debug:
        msg: |
          PLAY RECAP *********
          good : ok=99 changed=99 unreachable=0 failed=99 skipped=0 rescued=0 ignored=0
    - name: Check each
      ansible.builtin.fail:
        msg: "item {{ item }} is wrong"
      loop: [one, two]
      when: inventory_hostname == "bad"
`;
/** Reports like a compiler and like eslint, and fails. */
const LINT = `
echo 'src/main.c:12:5: warning: unused'
echo "src/main.c:14:2: error: expected ';'"
echo "$PWD/web/app.js"
echo '  3:10  error  Unexpected console statement  no-console'
exit 1
`;
const INVENTORY = `
good ansible_connection=local
bad ansible_connection=local
away ansible_host=127.0.0.1 ansible_port=1
`;

/** Room between the card of a failed task and the band in it, left, right, under its head and at its end, in pixels. */
function gapsOf(card: Element): number[] {
  const [outer, head, band] = [card, card.querySelector('header'), card.querySelector('pre')].map((each) =>
    (each ?? card).getBoundingClientRect(),
  );
  return outer && head && band
    ? [band.left - outer.left, outer.right - band.right, band.top - head.bottom, outer.bottom - band.bottom]
    : [];
}

describe('the summary of an Ansible task', () => {
  let place: ConsoleWorkplace;
  let client: ApiClient;
  let person: Person;
  let page: Page;
  let project: TestProject;
  let task: number;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'site.yml': PLAYBOOK, 'lint.sh': LINT }, { shared: true });
    ({ client, project, person, page } = place);
    const inventory_id = await client.create(`/project/${project.id}/inventory`, {
      project_id: project.id,
      name: 'Mixed',
      type: 'static',
      inventory: INVENTORY,
      ssh_key_id: project.keyId,
    });
    const template = await createTemplate(client, project, {
      name: 'Mixed results',
      app: 'ansible',
      playbook: 'site.yml',
      inventory_id,
      task_params: { allow_override_limit: true },
    });
    task = await runTask(client, project, template, { git_branch: 'not-allowed' });
    await client.untilStatus(project.id, task, 'error');
  });

  afterAll(() => place.close());

  const results = <T>(what: string): Promise<T[]> =>
    client.call('GET', `/project/${project.id}/tasks/${task}/ansible/${what}`);

  it('should count by Ansible itself, not by what stands in the log', async () => {
    const hosts = new Map((await results<TaskHost>('hosts')).map((row) => [row.host, row]));
    expect(hosts.get('good')).toMatchObject({ failed: 0, unreachable: 0, ignored: 1, rescued: 1, skipped: 1 });
    expect(hosts.get('bad')).toMatchObject({ failed: 1, unreachable: 0, ignored: 1, rescued: 1 });
    expect(hosts.get('away')).toMatchObject({ failed: 0, unreachable: 1, ok: 0 });
    expect(hosts.get('good')?.ok).toBeLessThan(99);
  });

  it('should name each failed task with its message, without the ignored and the rescued', async () => {
    const errors = await results<TaskError>('errors');
    expect(errors.every(({ host, task: name }) => host === 'bad' && name === 'Check each')).toBe(true);
    expect(errors.map(({ error }) => error).join('\n')).toMatch(/item one is wrong[^]*item two is wrong/);
  });

  it('should show both in the browser, with the host that could not be reached', async () => {
    const dialog = await openTask(page, project.id, task);
    await statusShown(dialog, 'Failed');
    await dialog.getByRole('tab', { name: 'Summary' }).click();
    await dialog.getByText('(item=one) item one is wrong').waitFor();
    await dialog.locator('.sy-tasklog-summary').getByText('Host is unreachable', { exact: true }).waitFor();
    await dialog.getByRole('cell', { name: 'good succeeded' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '05-task-summary');
    const gaps = await dialog
      .locator('.sy-failed > li', { has: page.locator('pre') })
      .first()
      .evaluate(gapsOf);
    expect(gaps.map(Math.round)).toEqual([1, 1, 0, 1]);
    await dialog.getByRole('tab', { name: 'Details' }).click();
    await dialog.locator('dd', { hasText: 'ansible-playbook -i' }).waitFor();
    await dialog.getByRole('heading', { name: 'Ignored overrides' }).waitFor();
    await dialog.locator('dd', { hasText: 'The template does not let a task change it.' }).waitFor();
    await picture(page, '05-task-details');
    expect(person.faults).toEqual([]);
  });

  it('should open the tab that was pressed when the page moves it before the release', async () => {
    const dialog = await openTask(page, project.id, task);
    await statusShown(dialog, 'Failed');
    const tab = dialog.getByRole('tab', { name: 'Details' });
    await tab.hover();
    await page.mouse.down();
    await tab.evaluate((element) => {
      element.closest('.sy-tasklog-tabs')?.insertAdjacentHTML('beforebegin', '<p style="height: 80px">Moves it</p>');
    });
    await page.mouse.up();
    await dialog.getByRole('heading', { name: 'Ignored overrides' }).waitFor();
  });

  it('should lead from the failure to its line, fold tasks and show how hosts left them', async () => {
    const dialog = await openTask(page, project.id, task);
    await dialog.getByText('2 of 3 hosts failed, exit code', { exact: false }).waitFor();
    await dialog
      .getByRole('button', { name: /^Line \d+$/ })
      .first()
      .click();
    await dialog.getByText('1 unreachable', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Close Say who' }).click();
    await dialog.getByText('fatal: [away]: UNREACHABLE!').waitFor({ state: 'detached' });
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '03-task-log-failed');
    await dialog.getByRole('tab', { name: 'Summary' }).click();
    await dialog.getByRole('button', { name: 'good', exact: true }).click();
    await dialog.getByRole('button', { name: 'Only matches', pressed: true }).waitFor();
    await dialog.getByText('fatal: [bad]').first().waitFor({ state: 'detached' });
  });

  it('should lead from files that a tool names to their lines at the commit, where the forge is known', async () => {
    const template = await createTemplate(client, project, { name: 'Lint', playbook: 'lint.sh' });
    const lint = await runTask(client, project, template);
    await client.untilStatus(project.id, lint, 'error');
    await inDatabase(
      place.stack.postgres.url,
      `update task_snapshot set snapshot = jsonb_set(snapshot, '{repository,url}', '"git@github.com:acme/site.git"')
        where task_id = $1`,
      [lint],
    );
    const dialog = await openTask(page, project.id, lint);
    const { commit_hash: hash } = await client.task(project.id, lint);
    const site = `https://github.com/acme/site`;
    const target = (name: string): Promise<string | null> =>
      dialog.getByRole('log').getByRole('link', { name, exact: true }).getAttribute('href');
    expect(await target('src/main.c:12:5')).toBe(`${site}/blob/${hash}/src/main.c#L12`);
    expect(await target('3:10')).toBe(`${site}/blob/${hash}/web/app.js#L3`);
    expect(await dialog.getByRole('link', { name: hash?.slice(0, 10) }).getAttribute('href')).toBe(
      `${site}/commit/${hash}`,
    );
    await eventually(async () =>
      expect(
        await dialog
          .getByRole('alert')
          .getByRole('button', { name: /^Line \d+$/ })
          .count(),
      ).toBe(2),
    );
    expect(await lookFaults(page, '03-file-links')).toEqual([]);
  });

  it('should show since when a log is archived, and which of its lines a check does not find', async () => {
    const template = await createTemplate(client, project, { name: 'Old', playbook: 'lint.sh' });
    const old = await runTask(client, project, template);
    await client.untilStatus(project.id, old, 'error');
    await inDatabase(
      place.stack.postgres.url,
      `with log as (update attempt_log set archived_lines = next_line where task_id = $1 returning attempt, next_line),
            gone as (delete from log_chunk where task_id = $1)
       insert into log_segment (task_id, attempt, first_line, line_count, blob, size, sha256)
         select $1::int, attempt, 0, next_line, 'logs/gone', 1, '' from log`,
      [old],
    );
    const dialog = await openTask(page, project.id, old);
    await dialog.getByText('These lines cannot be read').first().waitFor();
    await dialog.getByRole('tab', { name: 'Details' }).click();
    await dialog.getByText('Log archived', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await dialog.getByText(/^Lines 1 to \d+ cannot be read$/).waitFor();
    expect(await lookFaults(page, '05-task-archive')).toEqual([]);
    expect(person.faults).toEqual([]);
  });

  it('should offer its actions at every width', async () => {
    const dialog = await openTask(page, project.id, task);
    const size = page.viewportSize() ?? { width: 1440, height: 900 };
    for (const width of [320, 600, 639, 656, 680, 700, 800, 959, 960, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      for (const tab of ['Details', 'Log']) {
        await dialog.getByRole('tab', { name: tab }).click();
        await dialog.getByRole('button', { name: 'Run again', exact: true }).click({ trial: true });
      }
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const width of [390, 800]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await axeFaults(page)).toEqual([]);
      await picture(page, `03-task-log-failed-dark-${width}`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(size);
  });

  it('should run again on the hosts that failed alone', async () => {
    const dialog = await openTask(page, project.id, task);
    await dialog.getByRole('button', { name: 'Run again on failed hosts' }).click();
    await page.getByText(/limited to (away and bad|bad and away)/).waitFor();
    await page.getByText('on 3 hosts', { exact: true }).waitFor();
    await page
      .getByRole('dialog', { name: /Mixed results/ })
      .getByRole('button', { name: 'Run', exact: true })
      .click();
    await page.waitForURL((url) => ![null, String(task)].includes(url.searchParams.get('t')));
    const again = Number(new URL(page.url()).searchParams.get('t'));
    await client.untilStatus(project.id, again, 'error');
    const hosts = await client.call<TaskHost[]>('GET', `/project/${project.id}/tasks/${again}/ansible/hosts`);
    expect(hosts.map(({ host }) => host).sort()).toEqual(['away', 'bad']);
  });

  it('should run again on them from the command line, and never on all hosts instead', async () => {
    const { id: token } = await client.call<{ id: string }>('POST', '/user/tokens', { name: 'cli' });
    const env = { HOME: '/nonexistent', LANG: 'C', SWITCHYARD_SERVER: place.stack.address, SWITCHYARD_TOKEN: token };
    const run = (...words: string[]) =>
      new CliRun(['run', '--failed-of', String(task), '-p', String(project.id), ...words], env).end();
    const started = await run('Mixed results', '-o', 'template={{id}}');
    expect(started).toMatchObject({ code: 0, stderr: '' });
    const { limit } = await client.call<{ limit: string }>(
      'GET',
      `/project/${project.id}/tasks/${started.stdout.trim()}`,
    );
    expect(limit.split(',').sort()).toEqual(['away', 'bad']);
    await createTemplate(client, project, { name: 'On all', app: 'ansible', playbook: 'site.yml' });
    expect(await run('On all')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('does not let a start limit'),
    });
    expect(await run('Mixed results', '--limit', 'good')).toMatchObject({ code: 2 });
  });

  it('should name a task that is missing and let go of it', async () => {
    await page.goto(`/project/${project.id}/templates?t=99999999`);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('There is no task with this number in the project.', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('should show the stages with their times', async () => {
    const stages = await client.call<{ type: string; start: string; end: string }[]>(
      'GET',
      `/project/${project.id}/tasks/${task}/stages`,
    );
    const types = stages.map(({ type }) => type);
    expect(types.filter((type) => ['init', 'running', 'print_result'].includes(type))).toEqual([
      'init',
      'running',
      'print_result',
    ]);
    expect(types.filter((type) => ['queue', 'checkout', 'run', 'cleanup'].includes(type))).toEqual([
      'queue',
      'checkout',
      'run',
      'cleanup',
    ]);
    expect(stages.every(({ start, end }) => Date.parse(start) <= Date.parse(end))).toBe(true);
  });
});
