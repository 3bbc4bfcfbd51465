/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { askForConfirmation } from '../../api/confirmation.js';
import { DomStage, person } from '../../components/testing/drawn.js';
import { ConfirmIdentity } from './confirm-identity.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const CONFIRM = 'POST auth/confirm';
const sent = () => stage.server.calls.filter(({ line }) => line === CONFIRM).map(({ body }) => body);

/** @returns what the request learns that needs it */
function ask(method: string): Promise<boolean> {
  stage.server.answer('GET auth/confirm', { method });
  stage.draw(<ConfirmIdentity />);
  let answer: Promise<boolean> = Promise.resolve(false);
  act(() => {
    answer = askForConfirmation();
  });
  return answer;
}

describe('the question who somebody is', () => {
  it('should ask for the password, and let the request go on', async () => {
    const answer = ask('password');
    await person.type(await screen.findByLabelText('Password'), 'secret{Enter}');
    await expect(answer).resolves.toBe(true);
    expect(sent()).toEqual([{ password: 'secret' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('should ask people with an authenticator for its code', async () => {
    const answer = ask('code');
    await person.type(await screen.findByRole('textbox'), '123456{Enter}');
    await expect(answer).resolves.toBe(true);
    expect(sent()).toEqual([{ passcode: '123456' }]);
  });

  it('should send no empty answer', async () => {
    void ask('password');
    await person.type(await screen.findByLabelText('Password'), ' {Enter}');
    await stage.settle();
    expect(sent()).toEqual([]);
  });

  it('should stay for another try when the password is wrong', async () => {
    stage.server.answer(CONFIRM, 400);
    void ask('password');
    await person.type(await screen.findByLabelText('Password'), 'wrong{Enter}');
    await screen.findByRole('alert');
    stage.server.answer(CONFIRM, {});
    await person.type(screen.getByLabelText('Password'), '{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('should let the request fail when it is closed, and ask again for the next one', async () => {
    const answer = ask('password');
    await screen.findByLabelText('Password');
    await person.keyboard('{Escape}');
    await expect(answer).resolves.toBe(false);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => void askForConfirmation());
    await screen.findByLabelText('Password');
  });

  it('should let the request fail when the server cannot say how to ask', async () => {
    stage.server.answer('GET auth/confirm', 503);
    stage.draw(<ConfirmIdentity />);
    let answer: Promise<boolean> = Promise.resolve(true);
    act(() => {
      answer = askForConfirmation();
    });
    await expect(answer).resolves.toBe(false);
  });

  it('should offer people who have neither to sign in again', async () => {
    void ask('sign-in');
    await person.click(await screen.findByRole('button', { name: /sign in again/i }));
    await waitFor(() => expect(stage.server.lines()).toContain('POST auth/logout'));
  });
});
