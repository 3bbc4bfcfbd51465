/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { DomStage, person } from '../../components/testing/drawn.js';
import { BulkStop } from './bulk-stop.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const tasks = [7, 8].map((taskId) => ({ projectId: 1, taskId, name: 'Deploy' }));
const confirm = (name: string) => person.click(within(screen.getByRole('dialog')).getByRole('button', { name }));

async function ask() {
  const onClear = jest.fn();
  const { redraw } = stage.draw(<BulkStop tasks={tasks} onClear={onClear} />);
  await person.click(screen.getByRole('button', { name: 'Stop' }));
  return { onClear, choose: (next: typeof tasks) => redraw(<BulkStop tasks={next} onClear={onClear} />) };
}

describe('the stop of several tasks', () => {
  it('should name each, and stop none before it is confirmed', async () => {
    await ask();
    expect(within(screen.getByRole('dialog')).getByText('#8 Deploy')).toBeDefined();
    expect(stage.server.lines()).toEqual([]);
  });

  it('should stop each without force, and choose none any more', async () => {
    const { onClear } = await ask();
    await confirm('Stop');
    await waitFor(() => expect(onClear).toHaveBeenCalled());
    const stops = stage.server.calls.filter(({ line }) => line.endsWith('/stop'));
    expect(stops.map(({ line, body }) => [line, body])).toEqual(
      [7, 8].map((id) => [`POST project/1/tasks/${id}/stop`, expect.objectContaining({ force: false })]),
    );
  });

  it('should keep the choice when one could not be stopped', async () => {
    stage.server.answer('POST project/1/tasks/8/stop', 409);
    const { onClear } = await ask();
    await confirm('Stop');
    await screen.findByText('Failed');
    await person.click(
      within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' })[0] ?? document.body,
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(onClear).not.toHaveBeenCalled();
  });

  it('should stay with the tasks that it asked about when others are chosen behind it', async () => {
    const { choose } = await ask();
    choose([]);
    await confirm('Stop');
    await waitFor(() => expect(stage.server.calls.filter(({ line }) => line.endsWith('/stop'))).toHaveLength(2));
  });
});
