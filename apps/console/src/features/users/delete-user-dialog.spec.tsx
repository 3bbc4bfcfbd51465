/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AccessGrant, User } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { DomStage, person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { DeleteUserDialog } from './delete-user-dialog.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const grant = (id: number, kind: AccessGrant['kind'], name: string): AccessGrant =>
  rowOf(AccessGrant, { id, kind, name, path: `/api/grants/${id}` });
const grants = [grant(1, 'runner', 'ci'), grant(2, 'member', 'Ben')];
/** Deletions, in order. */
const deleted = (): string[] => stage.server.calls.map(({ line }) => line).filter((line) => line.startsWith('DELETE'));

/** The signed-in person is number 1. */
async function open(userId: number) {
  stage.server.answer(`GET access_grants?user_id=${userId}`, grants);
  const onClosed = jest.fn();
  stage.draw(<DeleteUserDialog user={rowOf(User, { id: userId, name: 'Cora' })} onClosed={onClosed} />);
  await screen.findByText(/ci/);
  return onClosed;
}
const confirm = () => person.click(screen.getByRole('button', { name: 'Delete user' }));

describe('what a user has made, when the user is deleted', () => {
  it('should end after the deletion, but for people, who stay', async () => {
    const onClosed = await open(4);
    await confirm();
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(deleted()).toEqual(['DELETE users/4', 'DELETE grants/1']);
  });

  it('should end before the deletion of oneself, which ends the session', async () => {
    const onClosed = await open(1);
    await confirm();
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(deleted()).toEqual(['DELETE grants/1', 'DELETE users/1']);
  });

  it('should stay when the deletion is refused', async () => {
    stage.server.answer('DELETE users/4', 409);
    await open(4);
    await confirm();
    await screen.findByRole('alert');
    expect(deleted()).toEqual(['DELETE users/4']);
  });

  it('should be ended by another try, without a second deletion, when that failed', async () => {
    stage.server.answer('DELETE grants/1', 503);
    const onClosed = await open(4);
    await confirm();
    await screen.findByRole('alert');
    stage.server.answer('DELETE grants/1', {});
    await confirm();
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(deleted()).toEqual(['DELETE users/4', 'DELETE grants/1', 'DELETE grants/1']);
  });

  it('should end as it is chosen', async () => {
    const onClosed = await open(4);
    for (const box of screen.getAllByRole('checkbox')) {
      await person.click(box);
    }
    await confirm();
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(deleted()).toEqual(['DELETE users/4', 'DELETE grants/2']);
  });
});
