/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LogLink, NewLogLink } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { DomStage, person } from '../../../components/testing/drawn.js';
import { rowOf } from '../../../components/testing/row-of.js';
import { ShareDialog } from './share-dialog.js';

const stage = new DomStage();
const LINKS = 'project/1/tasks/7/log_links';
const copied = jest.fn<(text: string) => Promise<void>>();

beforeEach(async () => {
  await stage.start();
  copied.mockClear();
  copied.mockResolvedValue();
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
  stage.server.answer(`POST ${LINKS}`, rowOf(NewLogLink, { id: 2, url: '/shared/logs/abc' }));
  stage.draw(<ShareDialog task={{ projectId: 1, taskId: 7 }} onClosed={() => undefined} />);
});
afterEach(() => stage.stop());

const create = () => person.click(screen.getByRole('button', { name: 'Create link' }));

describe('links to the log of a task', () => {
  it('should be made for a day unless another time is chosen, none by itself', async () => {
    await stage.settle();
    const made = () => stage.server.calls.filter(({ line }) => line.startsWith('POST'));
    expect(made()).toEqual([]);
    await create();
    await waitFor(() => expect(made().map(({ body }) => body)).toEqual([{ hours: 24 }]));
  });

  it('should be shown whole, once, to copy', async () => {
    await create();
    await screen.findByText(`${location.origin}/shared/logs/abc`);
    await person.click(screen.getByRole('button', { name: 'Copy' }));
    expect(copied).toHaveBeenCalledWith(`${location.origin}/shared/logs/abc`);
  });

  it('should show why none could be made', async () => {
    stage.server.answer(`POST ${LINKS}`, 403);
    await create();
    await screen.findByRole('alert');
    expect(screen.queryByText(/shared.logs/)).toBeNull();
  });

  it('should not be shown any more once it is revoked', async () => {
    stage.server.answer(`GET ${LINKS}`, [rowOf(LogLink, { id: 2, expires: '2126-01-01T00:00:00Z' })]);
    await create();
    await screen.findByText(/shared.logs.abc/);
    await person.click(await screen.findByRole('button', { name: /Revoke/ }));
    const confirm = screen.queryAllByRole('button', { name: /Revoke/ }).at(-1);
    await person.click(confirm ?? document.body);
    await waitFor(() => expect(screen.queryByText(/shared.logs.abc/)).toBeNull());
  });
});
