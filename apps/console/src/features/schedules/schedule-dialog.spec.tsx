/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it } from '@jest/globals';
import { Schedule, Template } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { documentStage, field, launchOf, openDialog, savesOf, submit } from '../../components/testing/dialog-of.js';
import { person, pick } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { ScheduleDialog } from './schedule-dialog.js';

const stage = documentStage(() => {
  stage.server.answer('POST project/1/schedules/validate', { next_runs: [], timezone: 'UTC' });
});

const template = rowOf(Template, { id: 3, project_id: 1, name: 'Backup', app: 'bash' });
const workflows = [{ id: 5, name: 'Release' }];
const launch = launchOf('from the schedule');
const row = (members: Partial<Schedule> = {}): Schedule =>
  rowOf(Schedule, {
    id: 7,
    project_id: 1,
    template_id: 3,
    name: 'Nightly',
    cron_format: '0 2 * * *',
    active: true,
    ...members,
  });

const open = (of: Schedule | null) =>
  openDialog<Schedule>(stage, of, (given) => (
    <ScheduleDialog projectId={1} templates={[template]} workflows={workflows} launch={launch} {...given} />
  ));

const sent = () => savesOf(stage, 'project/1/schedules');
const chooseMode = (mode: string) => pick(/^Runs/, mode);
async function cron(text: string): Promise<void> {
  await chooseMode('Cron expression');
  const input = await screen.findByRole('textbox', { name: /^Cron expression/ });
  await person.clear(input);
  await person.type(input, text);
}

describe('the dialog of a schedule', () => {
  it('should start a workflow, which is given nothing', async () => {
    const { onClosed } = await open(null);
    await person.type(field(/^Name/), 'Weekly');
    await pick(/^Starts/, 'Workflow');
    expect(screen.queryByText('Answers of Backup')).toBeNull();
    await submit('Create');
    expect(sent()).toEqual([]);
    await pick(/^Workflow/, 'Release');
    await submit('Create');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(sent()).toMatchObject([
      { body: { name: 'Weekly', template_id: null, workflow_id: 5, task_params: { environment: null, secret: null } } },
    ]);
  });

  it('should start the only template there is, with what it launches with', async () => {
    const { onClosed } = await open(null);
    await person.type(field(/^Name/), 'Nightly');
    expect(screen.getByText('Answers of Backup')).toBeTruthy();
    await cron('30 4 * * 1');
    await submit('Create');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(sent()).toMatchObject([
      {
        line: 'POST project/1/schedules',
        body: {
          name: 'Nightly',
          template_id: 3,
          cron_format: '30 4 * * 1',
          task_params: { message: 'from the schedule' },
        },
      },
    ]);
  });

  it('should ask before it starts a task every minute, and send nothing until then', async () => {
    const { onClosed } = await open(null);
    await person.type(field(/^Name/), 'Busy');
    await cron('* * * * *');
    await submit('Create');
    expect(await screen.findByText('Run every minute?')).toBeTruthy();
    expect(sent()).toEqual([]);
    const buttons = screen.getAllByRole('button', { name: 'Create' });
    await person.click(buttons.at(-1) as HTMLElement);
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(sent()).toHaveLength(1);
  });

  it('should mark a cron expression that is missing, and send nothing', async () => {
    await open(null);
    await person.type(field(/^Name/), 'Broken');
    await chooseMode('Cron expression');
    const input = await screen.findByRole('textbox', { name: /^Cron expression/ });
    await person.clear(input);
    await submit('Create');
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
    expect(sent()).toEqual([]);
  });

  it('should offer to delete itself only where it runs once', async () => {
    await open(row());
    expect(screen.queryByRole('checkbox', { name: /delete/i })).toBeNull();
    await chooseMode('Once');
    expect(await screen.findByRole('checkbox', { name: /delete/i })).toBeTruthy();
  });

  it('should save a stored one with the tag that was read, so that no change of others is lost', async () => {
    const { onClosed } = await open(row());
    await person.click(screen.getByRole('checkbox', { name: 'Active' }));
    await submit('Save');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    const [call] = sent();
    expect(call).toMatchObject({ line: 'PUT project/1/schedules/7', body: { name: 'Nightly', active: false } });
    expect(call?.headers.get('If-Match')).toBe('"4"');
  });
});
