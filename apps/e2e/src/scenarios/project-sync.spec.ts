import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

const INVENTORY = 'inventories:\n  - name: web hosts\n    type: static\n    inventory: ';

describe('a project that follows the files of a repository', () => {
  let place: ConsoleWorkplace;
  beforeAll(async () => {
    place = await openConsoleWorkplace({ '.switchyard/hosts.yaml': `${INVENTORY}web1\n` }, { shared: true });
  });
  afterAll(() => place.close());

  it('should be synced at once, mark what files hold, and keep it when a commit is wrong', async () => {
    const { page, project, repository } = place;
    await page.goto(`project/${project.id}/repositories`);
    await page.getByRole('button', { name: 'Project files' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(repository.head.slice(0, 8)).waitFor();

    const inventories = await place.client.call<{ id: number; name: string }[]>(
      'GET',
      `/project/${project.id}/inventory`,
    );
    const [held] = inventories.filter(({ name }) => name === 'web hosts');
    const refused = await place.client.send('DELETE', `/project/${project.id}/inventory/${held?.id}`);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      409,
      expect.stringContaining('.switchyard/hosts.yaml:2:5'),
    ]);

    await repository.commit({ '.switchyard/more.yaml': 'templates:\n  - name: Deploy\n    nonsense: 1\n' });
    await page.goto(`project/${project.id}/repositories`);
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('.switchyard/more.yaml:2:5').waitFor();
    const fixed = await repository.commit({ '.switchyard/more.yaml': 'views:\n  - title: Web\n    position: 0\n' });
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText(fixed.slice(0, 8)).waitFor();
    const views = await place.client.call<object[]>('GET', `/project/${project.id}/views`);
    expect(views).toMatchObject([{ title: 'Web' }]);
  });
});
