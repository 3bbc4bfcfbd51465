/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { address, DomStage, person } from '../../components/testing/drawn.js';
import { TaskHistory } from './task-history.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const open = (path: string, templateId: number | null = null) =>
  stage.draw(<TaskHistory projectId={1} templateId={templateId} empty={<p>never</p>} />, { path });
/** Parameters of the last request for tasks. */
const asked = (): Record<string, string> =>
  Object.fromEntries(
    new URL(stage.server.calls.findLast(({ line }) => line.includes('/tasks'))?.line.slice(4) ?? '', 'http://a')
      .searchParams,
  );
const first = () => waitFor(() => expect(stage.server.calls.some(({ line }) => line.includes('/tasks'))).toBe(true));

describe('the history of tasks', () => {
  it('should look for the text of its field, which the address keeps, from the first page on', async () => {
    stage.server.answer('GET project/1/tasks', 503);
    open('/project/1/history?before=40&to=2026-11-30');
    await first();
    expect(asked()).toMatchObject({ before: '40' });
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: ' fix login ' } });
    await waitFor(() => expect(asked()).toMatchObject({ text: 'fix login' }));
    expect(asked()).not.toHaveProperty('before');
    expect(address()).toBe('/project/1/history?to=2026-11-30&q=fix+login');
  });

  it('should take its filters from the address, and drop all at once', async () => {
    open('/project/1/history?q=fix&from=2026-11-01');
    await first();
    expect(asked()).toMatchObject({ text: 'fix', start: expect.stringMatching(/^2026-/) });
    await person.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    await waitFor(() => expect(address()).toBe('/project/1/history'));
  });

  it('should stay with the template whose history it is', async () => {
    open('/project/1/templates/4?template=3', 4);
    await first();
    expect(asked()).toMatchObject({ template_id: '4' });
  });
});
