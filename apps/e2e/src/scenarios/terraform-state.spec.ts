import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import { axeFaults, picture } from '../support/browser.js';

import { statusShown } from '../support/console.js';
import { lookFaults } from '../support/looks.js';
import { createTemplate, runTask } from '../support/project.js';
import { inDatabase } from '../support/database.js';
import { describeWithTerraform } from '../support/terraform.js';
import { openConsoleWorkplace, type ConsoleWorkplace } from '../support/workplace.js';

const boxes = (count: number): string =>
  `resource "terraform_data" "box" {\n  count = ${count}\n  input = "crate"\n}\noutput "pin" {\n  value     = "canary-pin"\n  sensitive = true\n}\n`;

/** Logins of the keys for addresses, which are their names too. */
const [LAPTOP, SERVER] = ['laptop', 'server'] as const;
const passwordOf = (login: string): string => `password of ${login}`;
const headersOf = (login: string): Record<string, string> => ({
  authorization: `Basic ${btoa(`${login}:${passwordOf(login)}`)}`,
  'content-type': 'application/json',
});
const LOCK = JSON.stringify({ ID: 'one', Operation: 'OperationTypeApply', Who: 'ann@laptop', Version: '1.11.4' });

/** Offers the current version as one that a task could not save. */
const OFFER = `
  insert into terraform_state (project_id, inventory_id, serial, lineage, size, md5, blob, current, offered)
    select project_id, inventory_id, serial, lineage, size, md5, blob, false, true
      from terraform_state where current and serial = $1`;

describeWithTerraform('the state tab of a template', () => {
  let place: ConsoleWorkplace;
  let template: number;
  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'net/main.tf': boxes(2) }, { shared: true });
    const { client, project } = place;
    for (const login of [LAPTOP, SERVER]) {
      const key = { name: login, type: 'login_password', login_password: { login, password: passwordOf(login) } };
      await client.create(`/project/${project.id}/keys`, { project_id: project.id, ...key });
    }
  });
  afterAll(() => place.close());

  /** Answer of an address to a caller with this login. */
  const asked = (url: string, login: string): Promise<Response> => fetch(url, { headers: headersOf(login) });

  it('should show the versions that tasks wrote, restore one, and change workspaces', async () => {
    const { client, project, page, repository, person } = place;
    const params = { override_backend: true, auto_approve: true, allow_override_inventory: true };
    const body = { name: 'Network', app: 'terraform', playbook: 'net', inventory_id: null, task_params: params };
    template = await createTemplate(client, project, body);
    const apply = async (): Promise<void> =>
      void (await client.untilStatus(project.id, await runTask(client, project, template), 'success'));
    await apply();
    await repository.commit({ 'net/main.tf': boxes(3) });
    await apply();

    await page.goto(`/project/${project.id}/templates/${template}/state`);
    const versions = page.getByRole('region', { name: 'State versions' });
    await versions.getByLabel('1 added, 0 changed, 0 removed').waitFor();
    await versions
      .getByRole('button', { name: /^Show state/ })
      .first()
      .click();
    const difference = versions.getByRole('region', { name: 'Changes since state 1' });
    await difference.getByRole('list', { name: 'Added' }).getByText('terraform_data.box[2]').waitFor();
    await versions.getByRole('tree').getByText('terraform_data.box[2]').waitFor();
    await picture(page, 'state-difference');
    await versions.getByLabel('Search resources and values').fill('pin');
    await versions.getByText('output.pin').waitFor();
    expect(await versions.getByText('canary-pin').count()).toBe(0);
    await versions.getByRole('button', { name: 'Show sensitive values' }).click();
    await versions.getByText('canary-pin').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'state-tab');

    await versions
      .getByRole('button', { name: /^Restore state/ })
      .last()
      .click();
    await page.getByRole('button', { name: 'Restore version' }).click();
    await versions.getByLabel('0 added, 0 changed, 1 removed').waitFor();

    await page.getByRole('button', { name: 'Add workspace' }).click();
    await page.getByRole('menuitem', { name: 'New workspace' }).click();
    await page.getByLabel('Workspace name').fill('staging');
    await page.getByLabel('Name in lists').fill('Staging');
    await picture(page, 'state-new-workspace');
    await page.getByRole('button', { name: 'Create' }).click();
    await versions.getByText('No state available.').waitFor();
    expect(person.faults).toEqual([]);
  });

  it('should show what a task wrote in the workspace that the run dialog chose, and nowhere else', async () => {
    const { client, project, page } = place;
    await page.goto(`/project/${project.id}/templates/${template}/state`);
    const dialog = page.getByRole('dialog').last();
    await page.getByRole('button', { name: 'Run Network' }).click();
    await dialog.getByLabel('Workspace').click();
    await page.getByTitle('Staging').last().click();
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL(/[?&]t=\d+/);
    const task = Number(new URL(page.url()).searchParams.get('t'));
    await statusShown(dialog, 'Success');
    const log = (await client.output(project.id, task)).map(({ output }) => output).join('\n');
    expect(log).toContain('The state of the workspace "staging" is kept by the control plane');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();

    const versions = page.getByRole('region', { name: 'State versions' });
    await versions.getByLabel('0 added, 0 changed, 1 removed').waitFor();
    expect(await versions.getByText(`#${task}`).count()).toBe(0);
    await page.getByRole('combobox', { name: 'Workspace' }).click();
    await page.getByTitle('Staging').last().click();
    await versions.getByText(`#${task}`).waitFor();
    await versions.getByLabel('3 added, 0 changed, 0 removed').waitFor();
    await page.reload();
    await versions.getByText(`#${task}`).waitFor();
    await page.getByRole('button', { name: 'Run Network' }).click();
    await dialog.getByTitle('Staging').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Edit workspace' }).click();
    await dialog.getByLabel('Name in lists').fill('Stage');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByTitle('Stage').waitFor();
    await page.getByRole('button', { name: 'Delete workspace' }).click();
    await dialog.getByText(/^Every version of its state/).waitFor();
    await picture(page, 'state-delete-workspace');
    await dialog.getByRole('button', { name: 'Delete workspace' }).click();
    await page.getByText('Workspace "Stage" deleted').waitFor();
    await versions.getByLabel('0 added, 0 changed, 1 removed').waitFor();
  });

  it('should give a workspace an address, which opens its state by the key that it has', async () => {
    const { project, page, person } = place;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/project/${project.id}/templates/${template}/state`);
    const addresses = page.getByRole('region', { name: 'HTTP backend' });
    const dialog = page.getByRole('dialog').last();
    const choose = async (key: string, button: string): Promise<void> => {
      await dialog.getByLabel('Key').click();
      await page.getByTitle(key).last().click();
      await dialog.getByRole('button', { name: button }).click();
      await addresses.getByText(key, { exact: true }).waitFor();
    };
    await addresses.getByText(/^An alias is an address/).waitFor();
    await addresses.getByRole('button', { name: 'Add alias' }).click();
    await choose(LAPTOP, 'Create');
    await addresses.getByRole('button', { name: 'Copy URL' }).click();
    await page.getByText('The alias URL has been copied to the clipboard.').waitFor();
    const url = await page.evaluate(() => navigator.clipboard.readText());
    const state = await (await asked(url, LAPTOP)).text();

    const download = page.waitForEvent('download');
    await page
      .getByRole('button', { name: /^Download state/ })
      .first()
      .click();
    const file = await download;
    const { serial } = JSON.parse(state) as { serial: number };
    expect([file.suggestedFilename(), await text(await file.createReadStream())]).toEqual([
      `state-${serial}.tfstate`,
      state,
    ]);

    await fetch(`${url}/lock`, { method: 'POST', headers: headersOf(LAPTOP), body: LOCK });
    await page.getByText('Locked by ann@laptop').waitFor();
    await picture(page, 'state-locked');
    await page.getByRole('button', { name: 'Force unlock' }).click();
    await dialog.getByRole('button', { name: 'Force unlock' }).click();
    await page.getByText('Locked by ann@laptop').waitFor({ state: 'detached' });

    await inDatabase(place.stack.postgres.url, OFFER, [serial]);
    await page.reload();
    const offers = page.getByRole('region', { name: 'States that could not be saved' });
    await offers.getByText(/^The state has moved on since/).waitFor();
    await picture(page, 'state-offered');
    await offers.getByRole('button', { name: `Accept state ${serial}` }).click();
    await dialog.getByRole('button', { name: 'Accept state', exact: true }).click();
    await offers.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Download state ${serial + 1}` }).waitFor();

    await addresses.getByRole('button', { name: /^Edit/ }).click();
    await choose(SERVER, 'Save');
    await eventually(async () => expect((await asked(url, LAPTOP)).status).toBe(401));
    expect(await (await asked(url, SERVER)).text()).toBe(
      state.replace(`"serial": ${serial}`, `"serial": ${serial + 1}`),
    );
    await page.mouse.move(0, 0);
    expect(await lookFaults(page, 'state-alias')).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    const named = addresses.getByText(SERVER, { exact: true });
    expect(await named.evaluate((key) => key.clientWidth > 0 && key.scrollWidth <= key.clientWidth)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await addresses.getByRole('button', { name: /^Delete/ }).click();
    await dialog.getByRole('button', { name: 'Delete alias' }).click();
    await addresses.getByText(/^An alias is an address/).waitFor();
    await eventually(async () => expect((await asked(url, SERVER)).status).toBe(401));
    expect(person.faults).toEqual([]);
  });

  it('should offer no address and show no version where the backend is not part of the edition', async () => {
    const { project, page, person } = place;
    await page.route('**/api/info', async (route) => {
      const answer = await route.fetch();
      const info = (await answer.json()) as { premium_features: object };
      const premium_features = { ...info.premium_features, terraform_backend: false };
      await route.fulfill({ response: answer, json: { ...info, premium_features } });
    });
    await page.goto(`/project/${project.id}/templates/${template}/state`);
    await page.getByText('The Terraform HTTP backend is not part of this installation.').waitFor();
    expect(await page.getByRole('button', { name: 'Add alias' }).isDisabled()).toBe(true);
    expect(await page.getByRole('region', { name: 'State versions' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Detach' }).click();
    await page.getByText('No workspace', { exact: true }).waitFor();
    expect(person.faults).toEqual([]);
  });
});
