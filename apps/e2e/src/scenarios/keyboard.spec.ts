import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPage, axeFaults, picture, type Person } from '../support/browser.js';
import { statusShown } from '../support/console.js';
import { createTemplate, type TestProject } from '../support/project.js';
import { ADMIN } from '../support/stack.js';
import { openConsoleWorkplace, type ConsoleWorkplace } from '../support/workplace.js';

const SLOW = 'for i in $(seq 1 500); do echo "line $i"; sleep 0.2; done\n';

describe('the console by keyboard alone', () => {
  let place: ConsoleWorkplace;
  let project: TestProject;
  let person: Person;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'slow.sh': SLOW });
    project = place.project;
    for (const name of ['Deploy storefront', 'Nightly backup']) {
      await createTemplate(place.client, project, { name, app: 'bash', playbook: 'slow.sh', inventory_id: null });
    }
    person = await openPage(place.browser, place.stack.address);
  });

  afterAll(() => place.close());

  it('should let a person sign in, run a template, read its log and stop it', async () => {
    const { page } = person;
    const { keyboard } = page;
    await page.goto(`/auth/login`);
    await page.getByLabel('Username or email').waitFor();
    await page.locator(':focus').waitFor();
    await keyboard.type(ADMIN.login);
    await keyboard.press('Tab');
    await keyboard.type(ADMIN.password);
    await keyboard.press('Enter');
    await page.getByRole('navigation').first().waitFor();

    await keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Find a template, task, page or project' });
    await search.waitFor();
    await keyboard.type('nightly');
    await page.getByRole('option', { name: 'Nightly backup', exact: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '13-command-palette');
    await keyboard.press('Control+Enter');
    const run = page.getByRole('dialog', { name: 'Run: Nightly backup' });
    await run.getByLabel('Message').and(page.locator(':focus')).waitFor();
    await keyboard.type('by keyboard');
    await keyboard.press('Enter');

    const dialog = page.getByRole('dialog');
    await dialog.getByRole('log').getByText('line 3', { exact: true }).waitFor();
    const stop = dialog.getByRole('button', { name: 'Stop', exact: true });
    for (let presses = 0; presses < 30 && !(await isFocused(stop)); presses += 1) {
      await keyboard.press('Tab');
    }
    await keyboard.press('Enter');
    await statusShown(dialog, 'Stopped', 20_000);
    await keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(person.faults).toEqual([]);
  });

  it('should jump to the task, a page and the list of shortcuts', async () => {
    const { page } = person;
    const { keyboard } = page;
    const find = async (text: string): Promise<void> => {
      await keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find a template, task, page or project' }).waitFor();
      await keyboard.type(text);
    };
    await find('key store');
    await page.getByRole('option', { name: 'Key store' }).waitFor();
    await keyboard.press('Enter');
    await page.waitForURL(`**/project/${project.id}/keys`);
    await find('#1 nightly');
    await page.getByRole('option', { name: /#1 Nightly backup/ }).waitFor();
    await keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('log').waitFor();
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await find('no such thing');
    await page.getByText('Nothing found').waitFor();
    await keyboard.press('Escape');
    expect(person.faults).toEqual([]);
  });
});

function isFocused(locator: { evaluate<R>(work: (element: Element) => R): Promise<R> }): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement);
}
