/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { DomStage, person } from '../../components/testing/drawn.js';
import { SecondStep } from './second-step.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const VERIFY = 'POST auth/verify';
const boxes = () => screen.getAllByRole<HTMLInputElement>('textbox');
const codes = () => stage.server.calls.filter(({ line }) => line === VERIFY).map(({ body }) => body);
const typeCode = (code: string) => person.keyboard(code);
const button = (name: RegExp) => screen.queryByRole('button', { name });

describe('the second step of a sign-in', () => {
  it('should send the code by itself once it is complete', async () => {
    stage.draw(<SecondStep method="totp" allowRecovery={false} />);
    expect(document.activeElement).toBe(boxes()[0]);
    await typeCode('12345');
    expect(codes()).toEqual([]);
    await typeCode('6');
    await waitFor(() => expect(codes()).toEqual([{ passcode: '123456' }]));
  });

  it('should take digits alone', async () => {
    stage.draw(<SecondStep method="totp" allowRecovery={false} />);
    await typeCode('1a2b3c');
    expect(
      boxes()
        .map(({ value }) => value)
        .join(''),
    ).toMatch(/^\d+$/);
  });

  it('should empty the boxes after a wrong code, with the first one ready', async () => {
    stage.server.answer(VERIFY, 400);
    stage.draw(<SecondStep method="totp" allowRecovery={false} />);
    await typeCode('123456');
    await screen.findByRole('alert');
    await waitFor(() => expect(boxes().every(({ value }) => value === '')).toBe(true));
    expect(document.activeElement).toBe(boxes()[0]);
  });

  it('should name the place of each digit', () => {
    stage.draw(<SecondStep method="totp" allowRecovery={false} />);
    expect(boxes().map((box) => box.getAttribute('aria-label'))[1]).toMatch(/2.*6/);
  });

  it('should offer recovery only with an authenticator, where the server allows it', () => {
    const { redraw } = stage.draw(<SecondStep method="totp" allowRecovery />);
    expect(button(/recovery/i)).not.toBeNull();
    redraw(<SecondStep method="totp" allowRecovery={false} />);
    expect(button(/recovery/i)).toBeNull();
    redraw(<SecondStep method="email" allowRecovery />);
    expect(button(/recovery/i)).toBeNull();
  });

  it('should send another email when that is wanted', async () => {
    stage.draw(<SecondStep method="email" allowRecovery={false} />);
    await person.click(button(/again|resend|new code/i) ?? document.body);
    await waitFor(() => expect(stage.server.lines()).toContain('POST auth/login/email/resend'));
  });

  it('should lead back to the beginning by ending the session', async () => {
    stage.draw(<SecondStep method="email" allowRecovery={false} />);
    await person.click(button(/return|back/i) ?? document.body);
    await waitFor(() => expect(stage.server.lines()).toContain('POST auth/logout'));
  });
});
