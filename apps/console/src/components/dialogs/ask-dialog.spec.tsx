/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { DomStage, person } from '../testing/drawn.js';
import { AskDialog } from './ask-dialog.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete project' });

function open(typedName?: string, onConfirm: () => Promise<unknown> = () => Promise.resolve()) {
  const confirm = jest.fn(onConfirm);
  const onClosed = jest.fn();
  stage.draw(
    <AskDialog title="Sure?" button="Delete project" typedName={typedName} onConfirm={confirm} onClosed={onClosed}>
      All is lost.
    </AskDialog>,
  );
  return { confirm, onClosed };
}

describe('the question before something is destroyed', () => {
  it('should do it once its button is pressed, and close', async () => {
    const { confirm, onClosed } = open();
    await person.click(button());
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  it('should do nothing at Escape', async () => {
    const { confirm, onClosed } = open();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(confirm).not.toHaveBeenCalled();
  });

  it('should wait for the whole name where it is to be typed', async () => {
    open('Web Shop ');
    expect(button().disabled).toBe(true);
    await person.type(screen.getByRole('textbox'), 'web shop');
    expect(button().disabled).toBe(true);
    await person.clear(screen.getByRole('textbox'));
    await person.type(screen.getByRole('textbox'), ' Web Shop');
    expect(button().disabled).toBe(false);
  });

  it('should make hidden control characters of the name visible', () => {
    open('Web\u202eShop');
    expect(screen.queryByText(/\u202e/)).toBeNull();
  });

  it('should stay with the reason when it failed, and lose that at the next try', async () => {
    const fail = jest.fn<() => Promise<unknown>>().mockRejectedValueOnce({ message: 'It is in use.' });
    fail.mockImplementation(() => new Promise(() => undefined));
    const { onClosed } = open(undefined, fail);
    await person.click(button());
    await screen.findByText('It is in use.');
    expect(onClosed).not.toHaveBeenCalled();
    await person.click(button());
    expect(screen.queryByText('It is in use.')).toBeNull();
  });
});
