/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ProjectReadiness, TaskWithTemplate, Template } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { DomStage, person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { TaskActions } from './task-actions.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const STOP = 'POST project/1/tasks/7/stop';
const press = (name: string) => person.click(screen.getByRole('button', { name }));
const buttons = (): (string | null)[] => screen.queryAllByRole('button').map(({ textContent: text }) => text);
const sent = () => stage.server.calls.filter(({ line }) => line === STOP).map(({ body }) => body);

const open = (status: TaskWithTemplate['status'], permissions?: number) =>
  stage.draw(
    <TaskActions task={rowOf(TaskWithTemplate, { id: 7, project_id: 1, template_id: 3, status })} />,
    permissions === undefined ? {} : { permissions },
  );

describe('what can be done with a task', () => {
  it('should be to stop it at once while it runs, without force', async () => {
    open('running');
    await press('Stop');
    await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ force: false })]));
  });

  it('should be to force the end of one that is stopping, without a question', async () => {
    open('stopping');
    expect(buttons()).toEqual(['Force stop']);
    await press('Force stop');
    await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ force: true })]));
  });

  it('should be to stop it with a reason, which is sent once it is confirmed', async () => {
    open('running');
    await press('Stop with a reason…');
    await person.type(await screen.findByRole('textbox'), 'wrong branch');
    expect(sent()).toEqual([]);
    await person.click(screen.getAllByRole('button', { name: 'Stop' }).at(-1) ?? document.body);
    await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ reason: 'wrong branch', force: false })]));
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  });

  it('should keep the reason when the server is away', async () => {
    stage.server.answer(STOP, 503);
    open('running');
    await press('Stop with a reason…');
    await person.type(await screen.findByRole('textbox'), 'why');
    await person.click(screen.getAllByRole('button', { name: 'Stop' }).at(-1) ?? document.body);
    await screen.findByRole('alert');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('why');
  });

  it('should be to run it again once it has ended, with its template as it is by then', async () => {
    const template = rowOf(Template, { id: 3, project_id: 1, name: 'Deploy', app: 'bash' });
    stage.server.answer('GET project/1/templates/3', template);
    stage.server.answer('GET project/1/readiness', rowOf(ProjectReadiness));
    open('error');
    expect(stage.server.lines()).toEqual([]);
    await press('Run again');
    await screen.findByLabelText('Message');
    expect(stage.server.lines()).toContain('GET project/1/templates/3');
  });

  it('should be nothing for a plan that waits: it is confirmed or rejected', () => {
    open('waiting_confirmation');
    expect(buttons()).toEqual([]);
  });

  it('should be nothing for people who may not run tasks', () => {
    open('running', 0);
    expect(buttons()).toEqual([]);
  });
});
