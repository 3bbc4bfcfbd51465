import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Workflow, WorkflowRunDetails } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { Locator, Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { axeFaults, type Person, picture } from '../support/browser.js';
import { layoutFaults } from '../support/layout-faults.js';
import { lookFaults } from '../support/looks.js';
import { createTemplate, type TestProject } from '../support/project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

const FILES = { 'run.sh': 'echo "step"\n', 'fail.sh': 'exit 3\n' };

describe('workflows', () => {
  let place: ConsoleWorkplace;
  let client: ApiClient;
  let project: TestProject;
  let person: Person;
  let page: Page;

  beforeAll(async () => {
    place = await openConsoleWorkplace(FILES, { shared: true });
    ({ client, project, person, page } = place);
    await createTemplate(client, project, { name: 'Build it' });
    await createTemplate(client, project, { name: 'Ship it' });
  });
  afterAll(() => place.close());

  const dialog = (): Locator => page.getByRole('dialog').last();
  const option = (text: string): Locator =>
    page.locator('.ant-select-dropdown:visible').getByTitle(text, { exact: true });
  const node = (name: string): Locator => page.locator('.wf-nodes > li').filter({ hasText: name });
  async function choose(field: string, text: string): Promise<void> {
    await dialog().getByRole('combobox', { name: field, exact: true }).click();
    await option(text).click();
  }
  async function addNode(fill: () => Promise<void>): Promise<void> {
    await dialog().getByRole('button', { name: 'Add node' }).click();
    await page.getByRole('dialog', { name: 'Add node' }).waitFor();
    await fill();
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog', { name: 'Add node' }).waitFor({ state: 'hidden' });
  }
  const untilRun = async (id: number, status: WorkflowRunDetails['status']): Promise<WorkflowRunDetails> => {
    let run: WorkflowRunDetails | undefined;
    await eventually(async () => {
      run = await client.call<WorkflowRunDetails>('GET', `/project/${project.id}/workflow_runs/${id}`);
      return run.status === status;
    });
    return run as WorkflowRunDetails;
  };

  it('should be made of templates and an approval in a form', async () => {
    await page.goto(`/project/${project.id}/templates`);
    await page.getByRole('link', { name: 'Workflows' }).click();
    await page.getByText('No workflows yet').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'New workflow' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('Release');
    await addNode(() => choose('Template', 'Build it'));
    await addNode(async () => {
      await choose('Kind', 'Approval');
      await dialog().getByLabel('Node name').fill('go');
      expect(await axeFaults(page)).toEqual([]);
      expect(await lookFaults(page, 'workflow-approval')).toEqual([]);
    });
    await addNode(() => choose('Template', 'Ship it'));
    await picture(page, '35-workflow-form');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'Release', exact: true }).waitFor();
    const [stored] = await client.call<Workflow[]>('GET', `/project/${project.id}/workflows`);
    expect(stored?.edges).toEqual([
      { from: 'build-it', to: 'go', on: 'success' },
      { from: 'go', to: 'ship-it', on: 'success' },
    ]);
  });

  it('should run, ask, and go on once it is approved, seen live', async () => {
    await page.getByRole('button', { name: 'Run Release' }).click();
    await dialog().getByLabel('Message').fill('The first one');
    await dialog().getByRole('button', { name: 'Run', exact: true }).click();
    await node('build-it').getByText('Success').waitFor();
    await node('go').getByText('Waiting for approval').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '35-run-waits');
    await node('go').getByRole('button', { name: 'Approve go' }).click();
    await dialog().getByLabel('Reason').fill('Tested by hand');
    await dialog().getByRole('button', { name: 'Approve', exact: true }).click();
    await node('ship-it').getByText('Success').waitFor();
    await node('go').getByText('Approved by').waitFor();
    await page.locator('.sy-facts').getByText('Success').waitFor();
    await picture(page, '35-run-over');
    const graph = page.getByRole('application', { name: 'Graph' });
    await graph.getByText('Waiting for approval').waitFor({ state: 'hidden' });
    expect(await axeFaults(page)).toEqual([]);
    await graph.getByRole('link', { name: 'ship-it' }).click();
    await page.getByRole('log').getByText('step').waitFor();
    await page.keyboard.press('Escape');
  });

  it('should take the way for failures, and begin again at what failed', async () => {
    const fails = await createTemplate(client, project, { name: 'Fails', playbook: 'fail.sh' });
    const runs = await createTemplate(client, project, { name: 'Cleans up' });
    const id = await client.create(`/project/${project.id}/workflows`, {
      name: 'Breaks',
      nodes: [
        { kind: 'template', node: 'breaks', template_id: fails },
        { kind: 'template', node: 'next', template_id: runs },
        { kind: 'template', node: 'cleanup', template_id: runs },
      ],
      edges: [
        { from: 'breaks', to: 'next', on: 'success' },
        { from: 'breaks', to: 'cleanup', on: 'always' },
      ],
    });
    const runId = await client.create(`/project/${project.id}/workflows/${id}/runs`, {});
    await untilRun(runId, 'failed');
    await page.goto(`/project/${project.id}/workflows/runs/${runId}`);
    await node('next').getByText('Skipped').waitFor();
    await node('cleanup').getByText('Success').waitFor();
    await page.getByRole('button', { name: 'Retry from breaks' }).click();
    await page.locator('.sy-facts').getByText('Attempt').waitFor();
    const { attempt } = await untilRun(runId, 'failed');
    expect(attempt).toBe(2);
  });

  it('should be stopped, and fit a dark and a narrow screen', async () => {
    const [release] = (await client.call<Workflow[]>('GET', `/project/${project.id}/workflows`)).filter(
      ({ name }) => name === 'Release',
    );
    const runId = await client.create(`/project/${project.id}/workflows/${release?.id}/runs`, {});
    await page.goto(`/project/${project.id}/workflows/runs/${runId}`);
    await node('go').getByText('Waiting for approval').waitFor();
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await page.locator('html[data-theme="dark"]').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '35-run-dark');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await axeFaults(page)).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
    await picture(page, '35-run-narrow');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await dialog().getByRole('button', { name: 'Stop', exact: true }).click();
    await untilRun(runId, 'stopped');
    await node('ship-it').getByText('Stopped').waitFor();
    await page.goto(`/project/${project.id}/workflows`);
    await page.getByRole('link', { name: 'Release', exact: true }).waitFor();
    expect(await layoutFaults(page)).toEqual([]);
    await picture(page, '35-workflows-narrow');
    await page.getByRole('button', { name: 'New workflow' }).click();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '35-workflow-narrow');
    expect(person.faults).toEqual([]);
  });
});
