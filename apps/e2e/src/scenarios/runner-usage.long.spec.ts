import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Runner } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { axeFaults, type Person, picture } from '../support/browser.js';
import { PasteMachine } from '../support/paste-machine.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

/** Long enough for a built runner to start on a busy machine. */
const START_MS = 60_000;

describe('a runner that is created in the console', () => {
  let place: ConsoleWorkplace;
  let client: ApiClient;
  let person: Person;
  let page: Page;
  let project: TestProject;
  let machine: PasteMachine;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'run.sh': 'echo "made on $(id -un)"\n' }, { stack: { runners: 0 } });
    ({ client, person, page, project } = place);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });

  beforeEach(async () => {
    machine = await PasteMachine.create();
  });

  afterEach(() => machine.remove());

  afterAll(() => place.close());

  const dialog = () => page.getByRole('dialog');

  async function fillForm(name: string, tag: string): Promise<void> {
    await dialog()
      .getByRole('textbox', { name: /[Nn]ame/ })
      .fill(name);
    await dialog().getByRole('combobox', { name: 'Tags' }).fill(tag);
    await page.keyboard.press('Enter');
  }

  /** Creates a runner in the page; the dialog with its identity stays open. */
  async function createRunner(address: string, name: string, tag: string): Promise<void> {
    await page.goto(address);
    await page.getByRole('button', { name: 'New runner' }).click();
    await fillForm(name, tag);
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    await dialog()
      .getByRole('heading', { name: `Runner ${name} created` })
      .waitFor();
  }

  /** The commands of a usage tab, as its copy button gives them. */
  async function commandsOf(tab: string): Promise<string> {
    await dialog().getByRole('tab', { name: tab }).click();
    const shown = await dialog().getByRole('region', { name: tab }).innerText();
    await dialog().getByRole('button', { name: 'Copy the command' }).click();
    await page.getByText('The command has been copied to the clipboard.').first().waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.trim()).toBe(shown.trim());
    return copied;
  }

  async function untilConnected(): Promise<void> {
    const connected = dialog().getByText('The runner is connected');
    await connected.waitFor({ timeout: START_MS }).catch(() => {
      throw new Error(`The runner has not connected:\n${machine.output}`);
    });
  }

  async function expectTaskByTag(tag: string, runner: string): Promise<void> {
    const template = await createTemplate(client, project, { name: `Needs ${tag}`, runner_tag: tag });
    const task = await client.untilStatus(project.id, await runTask(client, project, template), 'success');
    expect(task.runner_name).toBe(runner);
  }

  const projectPage = (): string => `/project/${project.id}/runners`;

  it.each([
    ['Config file', '/runners', 'config-file', `Build "host" $(id) 'A'`],
    ['Setup', 'project', 'set-up', 'eu-runner-01'],
    ['Env Vars', '/runners', 'env-vars', 'eu-runner-02'],
  ])('should come online and run a task by its tag when "%s" is pasted', async (tab, where, tag, name) => {
    await createRunner(where === 'project' ? projectPage() : where, name, tag);
    await dialog().getByText('Waiting for the runner to connect').waitFor();
    const commands = await commandsOf(tab);
    machine.paste(commands);
    await untilConnected();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, `09-runner-created-${tag}`);
    await dialog().getByRole('button', { name: 'Done' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await page
      .getByRole('row', { name: new RegExp(`${tag}`) })
      .getByText('Online', { exact: true })
      .waitFor();
    await expectTaskByTag(tag, name);
    expect(person.faults).toEqual([]);
  });

  it('should come online and run a task by its tag with the settings and files of "Docker"', async () => {
    await createRunner(projectPage(), 'container-01', 'container');
    const pasted = machine.paste(await commandsOf('Docker'));
    await once(pasted, 'close');
    const calls = await machine.runContainers();
    expect(calls.map(({ image }) => image)).toEqual([calls[0]?.image, calls[0]?.image]);
    await untilConnected();
    await dialog().getByRole('button', { name: 'Done' }).click();
    await expectTaskByTag('container', 'container-01');
  });

  it('should show the start of the key only, and give the whole one as a file', async () => {
    await createRunner('/runners', 'downloaded', 'download');
    await dialog().getByText('Only this machine reaches http').waitFor();
    await dialog().getByText('Needs the program switchyard-runner').waitFor();
    const shown = await dialog()
      .getByText(/^-----BEGIN PRIVATE KEY-----/)
      .first()
      .innerText();
    expect(shown.length).toBeLessThanOrEqual(91);
    const download = page.waitForEvent('download');
    await dialog().getByRole('button', { name: 'Download' }).click();
    const file = await (await download).createReadStream();
    const pem = (await file.toArray()).join('');
    expect(pem).toMatch(/^-----BEGIN PRIVATE KEY-----\n[\w+/=]+\n-----END PRIVATE KEY-----\n$/);
    await dialog().getByRole('button', { name: 'Copy the private key' }).click();
    await page.getByText('The private key has been copied to the clipboard.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(pem);
  });

  it('should register itself with the commands of a registration token, once', async () => {
    await page.goto('/runners');
    await page.getByRole('button', { name: 'Registration tokens' }).click();
    await dialog().getByText('No registration tokens').waitFor();
    await dialog().getByRole('button', { name: 'New registration token' }).click();
    await dialog().getByRole('heading', { name: 'New registration token' }).waitFor();
    await fillForm('self-made', 'self');
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    await dialog().getByRole('heading', { name: 'Registration token for self-made' }).waitFor();
    const commands = await dialog().getByRole('region', { name: 'Register and start on the machine' }).innerText();
    machine.paste(commands);
    await eventually(
      async () => (await fleet()).some(({ name, health }) => name === 'self-made' && health === 'online'),
      {
        timeout: START_MS,
      },
    );
    await expectTaskByTag('self', 'self-made');

    const second = await PasteMachine.create();
    await once(second.paste(commands), 'close');
    expect(second.output).toContain('refuses the registration');
    await second.remove();
    await dialog().getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Registration tokens' }).click();
    await dialog().getByText(/^Used/).waitFor();
    await picture(page, '09-registration-tokens');
  });

  it('should stop when its identity is replaced, and come back with the new one', async () => {
    await createRunner('/runners', 'rotated', 'rotated');
    const first = machine.paste(await commandsOf('Setup'));
    await untilConnected();
    await dialog().getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'More for rotated' }).click();
    await page.getByRole('menuitem', { name: 'Rotate token and key' }).click();
    await dialog().getByRole('button', { name: 'Rotate token and key' }).click();
    await dialog().getByRole('heading', { name: 'New identity of rotated' }).waitFor();
    await once(first, 'close');
    machine.paste(await commandsOf('Setup'));
    await untilConnected();
    await expectTaskByTag('rotated', 'rotated');
  });

  const fleet = (): Promise<Runner[]> => client.call('GET', '/runners');
});
