import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TestGitRepository } from '@switchyard/testing';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { axeFaults, type Person, picture } from '../support/browser.js';
import { openTask, statusShown } from '../support/console.js';
import { lookFaults } from '../support/looks.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { TestStack } from '../support/stack.js';
import { describeWithTerraform, TerraformStates } from '../support/terraform.js';
import { openConsoleWorkplace, type ConsoleWorkplace } from '../support/workplace.js';

describeWithTerraform('a plan that waits for a decision', () => {
  const states = new TerraformStates();
  let place: ConsoleWorkplace;
  let stack: TestStack;
  let client: ApiClient;
  let person: Person;
  let page: Page;
  let repository: TestGitRepository;
  let project: TestProject;

  beforeAll(async () => {
    place = await openConsoleWorkplace(
      {
        'confirmed/main.tf': states.configuration('confirmed', 'box', 2),
        'rejected/main.tf': states.configuration('rejected', 'box', 1),
        'restarted/main.tf': states.configuration('restarted', 'box', 3),
        'production/main.tf': states.configuration('production', 'box', 2),
        'shared/main.tf': states.configuration('shared', 'box', 1),
        'raced/main.tf': states.configuration('raced', 'box', 1),
        'run.sh': 'echo ran meanwhile\n',
      },
      { stack: { ownServer: true }, project: { max_parallel_tasks: 1 } },
    );
    ({ stack, client, repository, project, person, page } = place);
  });

  afterAll(async () => {
    await place.close();
    states.remove();
  });

  const planOf = async (name: string): Promise<{ template: number; task: number }> => {
    const body = { name, app: 'terraform', playbook: name, inventory_id: null };
    const template = await createTemplate(client, project, body);
    const task = await runTask(client, project, template);
    await client.untilStatus(project.id, task, 'waiting_confirmation');
    return { template, task };
  };
  const decide = (task: number, verb: 'confirm' | 'reject') =>
    client.send('POST', `/project/${project.id}/tasks/${task}/${verb}`);

  it('should show what it would do, hold no slot, and apply once it is confirmed', async () => {
    const { task } = await planOf('confirmed');
    const dialog = await openTask(page, project.id, task);
    await dialog
      .getByText(/Plan: 2 to add, 0 to change, 0 to destroy/)
      .first()
      .waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '04-task-log-confirm');

    const meanwhile = await runTask(client, project, await createTemplate(client, project, { name: 'meanwhile' }));
    await client.untilStatus(project.id, meanwhile, 'success');
    expect(states.resources('confirmed')).toEqual([]);

    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await client.untilStatus(project.id, task, 'success');
    await statusShown(dialog, 'Success');
    expect(states.resources('confirmed')).toEqual(['box[0]', 'box[1]']);
    const ended = await client.task(project.id, task);
    expect(ended).toMatchObject({
      status: 'success',
      decided_by: 'Administrator',
      plan_summary: { add: 2, destroy: 0 },
    });
    const lines = await client.toolLines(project.id, task);
    expect(stripVTControlCharacters(lines.join('\n'))).toMatch(/Plan: 2 to add[^]*Apply complete!/);
  });

  it('should apply nothing once it is rejected, for good', async () => {
    const { task } = await planOf('rejected');
    const dialog = await openTask(page, project.id, task);
    const phase = (name: RegExp) => dialog.getByRole('list', { name: 'Phases of the task' }).getByText(name);
    await phase(/Decision/).waitFor();
    await dialog.getByRole('button', { name: 'Reject' }).click();
    const question = page.getByRole('dialog', { name: 'Reject this plan?' });
    await question.getByLabel('Reason').fill('Not before Monday');
    expect(await lookFaults(page, '04-reject')).toEqual([]);
    await question.getByRole('button', { name: 'Reject' }).click();
    await statusShown(dialog, 'Rejected');
    await dialog.getByText('Not before Monday').waitFor();
    await dialog.locator('.sy-log-phase', { hasText: 'Plan' }).getByLabel('succeeded').waitFor();
    await picture(page, '04-task-log-rejected');
    expect((await decide(task, 'confirm')).status).toBe(409);
    expect(await client.task(project.id, task)).toMatchObject({
      decision_reason: 'Not before Monday',
      end: expect.any(String),
    });
    expect(states.resources('rejected')).toEqual([]);
  });

  it('should leave the decision to somebody else where the template asks for that', async () => {
    const template = await createTemplate(client, project, {
      name: 'shared',
      app: 'terraform',
      playbook: 'shared',
      inventory_id: null,
      confirmation_by_other: true,
      task_params: { auto_approve: true },
    });
    const task = await runTask(client, project, template);
    await client.untilStatus(project.id, task, 'waiting_confirmation');
    const dialog = await openTask(page, project.id, task);
    await dialog.getByText('Someone other than the person who started the task must confirm this plan').waitFor();
    await dialog.getByRole('button', { name: 'Reject' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
    expect(await lookFaults(page, '04-four-eyes')).toEqual([]);
    expect((await decide(task, 'confirm')).status).toBe(403);

    await page.goto(`/project/${project.id}/templates/${template}/details`);
    await page.getByText(/^Everyone who may run tasks and Not by/).waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Edit template' });
    await form.getByLabel('Not by the person who started the task').uncheck();
    expect(await lookFaults(page, '04-four-eyes-form')).toEqual([]);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'hidden' });
    await (await openTask(page, project.id, task)).getByRole('button', { name: 'Confirm' }).click();
    await client.untilStatus(project.id, task, 'success');
  });

  it('should name what is decided, and ask for the name of the workspace before all of it is destroyed', async () => {
    const workspace = { project_id: project.id, name: 'shop-eu', type: 'terraform-workspace', inventory: 'shop-eu' };
    const inventory_id = await client.create(`/project/${project.id}/inventory`, workspace);
    const template = await createTemplate(client, project, {
      name: 'production',
      app: 'terraform',
      playbook: 'production',
      inventory_id,
      allow_any_vars_in_task: true,
      task_params: { override_backend: true, allow_destroy: true, allow_auto_approve: true },
    });
    await client.untilStatus(
      project.id,
      await runTask(client, project, template, { params: { auto_approve: true } }),
      'success',
    );
    const launch = { params: { destroy: true }, message: 'Close the shop', environment: '{"region":"eu"}' };
    const task = await runTask(client, project, template, launch);
    await client.untilStatus(project.id, task, 'waiting_confirmation');

    const dialog = await openTask(page, project.id, task);
    await dialog.getByRole('heading', { name: 'Destroy everything in shop-eu?' }).waitFor();
    for (const fact of ['shop-eu', 'region = eu', 'Close the shop', 'Administrator']) {
      await dialog.locator('.sy-decision-facts dd', { hasText: fact }).waitFor();
    }
    expect(await lookFaults(page, '04-task-log-destroy')).toEqual([]);
    await dialog.getByRole('tab', { name: 'Details' }).click();
    await dialog.getByRole('link', { name: 'shop-eu' }).waitFor();
    expect(await lookFaults(page, '04-task-details-waiting')).toEqual([]);

    await dialog.getByRole('button', { name: 'Destroy 2 resources' }).click();
    const question = page.getByRole('dialog', { name: 'Destroy everything in shop-eu?' });
    const destroy = question.getByRole('button', { name: 'Destroy 2 resources' });
    await question.getByLabel('Enter shop-eu to confirm').fill('shop');
    expect(await destroy.isDisabled()).toBe(true);
    expect(await lookFaults(page, '04-confirm-destroy')).toEqual([]);
    await question.getByLabel('Enter shop-eu to confirm').fill('shop-eu');
    await destroy.click();
    await client.untilStatus(project.id, task, 'success');
  });

  it('should let one of two people win who decide at once', async () => {
    const { task } = await planOf('raced');
    const answers = await Promise.all([decide(task, 'confirm'), decide(task, 'confirm'), decide(task, 'confirm')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    await client.untilStatus(project.id, task, 'success');
    expect((await decide(task, 'reject')).status).toBe(409);
  });

  it('should apply that very plan after a restart of everything, though the sources have moved on', async () => {
    const { task } = await planOf('restarted');
    await Promise.all(stack.parts.map((part) => part.kill()));
    await stack.postgresServer.restart();
    stack.parts.forEach((part) => part.start());
    await stack.untilReady();
    await repository.commit({ 'restarted/main.tf': states.configuration('restarted', 'other', 9) });
    client = await stack.admin();
    expect((await decide(task, 'confirm')).status).toBe(204);
    await client.untilStatus(project.id, task, 'success');
    expect(states.resources('restarted')).toEqual(['box[0]', 'box[1]', 'box[2]']);
    expect(person.faults).toEqual([]);
  });
});
