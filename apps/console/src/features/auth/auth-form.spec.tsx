/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { ApiError } from '../../api/api-error.js';
import { DomStage, person } from '../../components/testing/drawn.js';
import { AuthForm } from './auth-form.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const refusal = (members: Partial<ApiError>): ApiError => ({
  status: 400,
  message: 'no',
  code: null,
  issues: [],
  inUse: false,
  ...members,
});
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const send = () => person.click(screen.getByRole('button', { name: 'Enter' }));
const isWrong = (name: string): boolean => field(name).getAttribute('aria-invalid') === 'true';

function open(onSubmit: (values: { user: string; secret: string }) => Promise<unknown>) {
  const submit = jest.fn(onSubmit);
  stage.draw(
    <AuthForm
      fields={[
        { name: 'user', label: 'User' },
        { name: 'secret', label: 'Password', password: true },
      ]}
      submitText="Enter"
      faultOf={(value) => (value === 'bad' ? 'Not so.' : null)}
      onSubmit={submit}
      wordsOf={({ status }) => `refused with ${status}`}
    />,
  );
  return submit;
}

describe('a form of the sign-in card', () => {
  it('should send nothing while a field is empty, and go to the first of them', async () => {
    const submit = open(() => Promise.resolve());
    expect(isWrong('User')).toBe(false);
    await person.type(field('User'), 'ann');
    await send();
    expect(submit).not.toHaveBeenCalled();
    expect([isWrong('User'), isWrong('Password')]).toEqual([false, true]);
    expect(document.activeElement).toBe(field('Password'));
  });

  it('should send the values as they were typed', async () => {
    const submit = open(() => Promise.resolve());
    await person.type(field('User'), 'ann ');
    await person.type(field('Password'), ' secret {Enter}');
    expect(submit.mock.calls).toEqual([[{ user: 'ann ', secret: ' secret ' }]]);
  });

  it('should show what is wrong with a value, and let go of it when that is changed', async () => {
    const submit = open(() => Promise.resolve());
    await person.type(field('User'), 'ann');
    await person.type(field('Password'), 'bad{Enter}');
    expect(screen.queryByText('Not so.')).not.toBeNull();
    expect(submit).not.toHaveBeenCalled();
    await person.type(field('Password'), 'ly');
    expect(isWrong('Password')).toBe(false);
  });

  it('should show a refusal above, and keep what was typed', async () => {
    open(() => Promise.reject(refusal({ status: 401 }) as unknown as Error));
    await person.type(field('User'), 'ann');
    await person.type(field('Password'), 'x{Enter}');
    await screen.findByText('refused with 401');
    expect(field('Password').value).toBe('x');
  });

  it('should show what is refused of a field there alone, until the field is changed', async () => {
    const issues = [{ path: ['user'], code: 'taken', params: {} }];
    open(() => Promise.reject(refusal({ issues }) as unknown as Error));
    await person.type(field('User'), 'ann');
    await person.type(field('Password'), 'x{Enter}');
    await waitFor(() => expect(isWrong('User')).toBe(true));
    expect(document.activeElement).toBe(field('User'));
    expect(screen.queryByRole('alert')).toBeNull();
    await person.type(field('User'), 'a');
    expect(isWrong('User')).toBe(false);
  });

  it('should send once at a time', async () => {
    const submit = open(() => new Promise(() => undefined));
    await person.type(field('User'), 'ann');
    await person.type(field('Password'), 'x{Enter}{Enter}');
    await send();
    expect(submit).toHaveBeenCalledTimes(1);
  });

  it('should show a password when that is wanted', async () => {
    open(() => Promise.resolve());
    expect(field('Password').type).toBe('password');
    await person.click(screen.getByRole('button', { name: 'Show' }));
    expect(field('Password').type).toBe('text');
  });
});
