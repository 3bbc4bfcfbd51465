/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CurrentUser, LoginData } from '@switchyard/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { endSession, onSessionEnd } from '../../api/session-end.js';
import { connection } from '../../api/socket.js';
import { DomStage, person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { useUnsaved } from '../../lib/unsaved.js';
import { SignInAgain } from './sign-in-again.js';

const stage = new DomStage();
const ended = jest.fn<(isWanted: boolean) => void>();
const reopen = jest.spyOn(connection, 'reopen');
const assign = jest.spyOn(window.location, 'assign');

beforeEach(async () => {
  await stage.start();
  jest.clearAllMocks();
  reopen.mockReturnValue();
  assign.mockReturnValue();
  onSessionEnd(ended);
  stage.server.answer('GET user', 401);
  stage.server.answer('GET auth/login', rowOf(LoginData, { login_with_password: true }));
});
afterEach(() => stage.stop());

function Form({ isTyped }: { isTyped: boolean }) {
  useUnsaved(
    () => (isTyped ? 'unsaved' : 'nothing'),
    () => undefined,
  );
  return <SignInAgain />;
}

/** The session ends while somebody types. @returns what the request learns that found it */
async function end(): Promise<{ isBack: Promise<boolean> }> {
  stage.draw(<Form isTyped />);
  let isBack: Promise<boolean> = Promise.resolve(false);
  act(() => {
    isBack = endSession();
  });
  await screen.findByLabelText('Password');
  return { isBack };
}

async function signIn(userId: number): Promise<void> {
  stage.server.answer('POST auth/login', {});
  await person.type(screen.getByLabelText(/user/i), 'ann');
  await person.type(screen.getByLabelText('Password'), 'secret');
  stage.server.answer('GET user', rowOf(CurrentUser, { id: userId }));
  await person.keyboard('{Enter}');
}

describe('the end of a session', () => {
  it('should lead to the sign-in page where nothing is typed', async () => {
    stage.draw(<Form isTyped={false} />);
    await expect(endSession()).resolves.toBe(false);
    expect(ended).toHaveBeenCalledWith(false);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('should let people sign in over a form, and send what waited for it', async () => {
    const { isBack } = await end();
    await signIn(1);
    await expect(isBack).resolves.toBe(true);
    expect(ended).not.toHaveBeenCalled();
    expect(reopen).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('should show nothing of the form to somebody else who signs in', async () => {
    await end();
    await signIn(2);
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    expect(reopen).not.toHaveBeenCalled();
  });

  it('should lead to the sign-in page when the dialog is closed', async () => {
    const { isBack } = await end();
    await person.keyboard('{Escape}');
    await expect(isBack).resolves.toBe(false);
    expect(ended).toHaveBeenCalledWith(false);
  });
});
