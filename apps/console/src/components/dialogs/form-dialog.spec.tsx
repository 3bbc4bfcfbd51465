/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it, jest } from '@jest/globals';
import { Form, Input } from 'antd';
import { act, screen, waitFor } from '@testing-library/react';
import type { ApiError } from '../../api/api-error.js';
import { emptyAt } from '../../lib/form-issues.js';
import { discardUnsaved, hasTyped, hasUnsaved } from '../../lib/unsaved.js';
import { documentStage } from '../testing/dialog-of.js';
import { person } from '../testing/drawn.js';
import { FormDialog } from './form-dialog.js';
import type { Question } from './question-dialog.js';

interface Values {
  name: string;
  note: string;
}

const stage = documentStage();

const EMPTY = emptyAt('name');
const press = (name: string) => person.click(screen.getByRole('button', { name }));
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const refusal = () => screen.findByRole('alert');

interface Given {
  onSubmit?: (values: Values) => Promise<unknown>;
  question?: (values: Values) => Question | null;
  isKept?: boolean;
}

function open({ onSubmit = () => Promise.resolve(), question, isKept = false }: Given = {}) {
  const onClosed = jest.fn();
  const submit = jest.fn(onSubmit);
  const { unmount } = stage.draw(
    <FormDialog<Values>
      title="Key"
      width={520}
      initial={{ name: '', note: '' }}
      draft={isKept ? { name: 'keys/new', plain: ({ name }) => ({ name }) } : null}
      submitText="Save"
      validate={({ name }) => (name === '' ? [EMPTY] : [])}
      onSubmit={submit}
      {...(question && { question })}
      onClosed={onClosed}
    >
      <Form.Item name="name" label="Name">
        <Input />
      </Form.Item>
      <Form.Item name="note" label="Note">
        <Input />
      </Form.Item>
    </FormDialog>,
  );
  return { onClosed, submit, unmount };
}

describe('a form in a dialog', () => {
  it('should find no fault before the first save, and then with each change', async () => {
    const { submit } = open();
    await person.type(field('Name'), 'a{Backspace}');
    expect(field('Name').getAttribute('aria-invalid')).not.toBe('true');
    await press('Save');
    await waitFor(() => expect(field('Name').getAttribute('aria-invalid')).toBe('true'));
    expect(submit).not.toHaveBeenCalled();
    await person.type(field('Name'), 'a');
    await waitFor(() => expect(field('Name').getAttribute('aria-invalid')).not.toBe('true'));
  });

  it('should send what is typed, and close once it is saved', async () => {
    const { submit, onClosed } = open();
    await person.type(field('Name'), 'web{Enter}');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(submit.mock.calls).toEqual([[{ name: 'web', note: '' }, null]]);
  });

  it('should send once, however often Enter is pressed', async () => {
    const { submit } = open({ onSubmit: () => new Promise(() => undefined) });
    await person.type(field('Name'), 'web{Enter}{Enter}');
    expect(submit).toHaveBeenCalledTimes(1);
  });

  it('should stay open with what is typed and the reason when the server refuses', async () => {
    const { onClosed } = open({ onSubmit: () => Promise.reject(new TypeError('no')) });
    await person.type(field('Name'), 'web{Enter}');
    await refusal();
    expect(field('Name').value).toBe('web');
    expect(onClosed).not.toHaveBeenCalled();
  });

  it('should put what the server refuses at its field alone', async () => {
    const answer: Partial<ApiError> = {
      message: 'Invalid request',
      issues: [{ path: ['note'], code: 'empty', params: {} }],
    };
    open({ onSubmit: () => Promise.reject(answer as Error) });
    await person.type(field('Name'), 'web{Enter}');
    await waitFor(() => expect(field('Note').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.queryByText('Invalid request')).toBeNull();
    expect(document.activeElement).toBe(field('Note'));
  });

  describe('that is left', () => {
    it('should close at Escape while nothing is typed', async () => {
      const { onClosed } = open();
      await person.keyboard('{Escape}');
      await waitFor(() => expect(onClosed).toHaveBeenCalled());
    });

    it('should ask before what is typed is lost, and keep it', async () => {
      const { onClosed } = open();
      await person.type(field('Name'), 'web{Escape}');
      await press('Keep editing');
      expect(onClosed).not.toHaveBeenCalled();
      expect(field('Name').value).toBe('web');
    });

    it('should not ask when the first value is typed again', async () => {
      const { onClosed } = open();
      await person.type(field('Name'), 'web{Backspace}{Backspace}{Backspace}{Escape}');
      await waitFor(() => expect(onClosed).toHaveBeenCalled());
    });

    it('should wait for a save that runs', async () => {
      const { onClosed } = open({ onSubmit: () => new Promise(() => undefined) });
      await person.type(field('Name'), 'web{Enter}{Escape}');
      expect(hasUnsaved()).toBe(false);
      expect(hasTyped()).toBe(true);
      expect(onClosed).not.toHaveBeenCalled();
    });

    it('should count as unsaved for the page until it is closed', async () => {
      open();
      expect(hasUnsaved()).toBe(false);
      await person.type(field('Name'), 'web');
      expect(hasUnsaved()).toBe(true);
      await press('Cancel');
      await waitFor(() => expect(hasUnsaved()).toBe(false));
    });
  });

  describe('with a question before it is saved', () => {
    const question = () => ({ title: 'Sure?', text: 'It is unusual.' });

    it('should save nothing where the answer is no', async () => {
      const { submit } = open({ question });
      await person.type(field('Name'), 'web{Enter}');
      await screen.findByText('It is unusual.');
      await press('Keep editing');
      expect(submit).not.toHaveBeenCalled();
    });

    it('should save at yes, and not ask again when the server refused', async () => {
      const { submit } = open({ question, onSubmit: () => Promise.reject(new TypeError('no')) });
      await person.type(field('Name'), 'web{Enter}');
      await screen.findByText('It is unusual.');
      await person.click(screen.getAllByRole('button', { name: 'Save' }).at(-1) ?? document.body);
      await refusal();
      await person.type(field('Name'), '{Enter}');
      await waitFor(() => expect(submit).toHaveBeenCalledTimes(2));
    });

    it('should not ask about values with a fault', async () => {
      open({ question });
      await press('Save');
      expect(screen.queryByText('It is unusual.')).toBeNull();
    });
  });

  describe('that keeps a draft', () => {
    const typed = () => Object.values(localStorage).join();

    it('should show what was typed when its page is left and opened again, without what is secret', async () => {
      const { unmount } = open({ isKept: true });
      await person.type(field('Name'), 'web');
      await person.type(field('Note'), 'hush');
      unmount();
      expect(typed()).toContain('web');
      expect(typed()).not.toContain('hush');
      open({ isKept: true });
      expect(field('Name').value).toBe('web');
    });

    it('should keep it when the tab ends without a word', async () => {
      open({ isKept: true });
      await person.type(field('Name'), 'web');
      await waitFor(() => expect(typed()).toContain('web'));
      expect(typed()).toContain('"lost"');
      window.dispatchEvent(new Event('pagehide'));
      expect(typed()).toContain('"left"');
    });

    it('should keep none of what is typed back', async () => {
      const { unmount } = open({ isKept: true });
      await person.type(field('Name'), 'w{Backspace}');
      unmount();
      expect(localStorage).toHaveLength(0);
    });

    it('should forget it when it is saved', async () => {
      const { onClosed, unmount } = open({ isKept: true });
      await person.type(field('Name'), 'web{Enter}');
      await waitFor(() => expect(onClosed).toHaveBeenCalled());
      unmount();
      expect(localStorage).toHaveLength(0);
    });

    it('should forget it when a person discards what is typed on the page', async () => {
      const { unmount } = open({ isKept: true });
      await person.type(field('Name'), 'web');
      act(() => discardUnsaved());
      unmount();
      expect(localStorage).toHaveLength(0);
    });

    it('should go back to what is stored when the draft is discarded', async () => {
      const { unmount } = open({ isKept: true });
      await person.type(field('Name'), 'web');
      unmount();
      open({ isKept: true });
      await person.click(screen.getByRole('button', { name: /Discard/ }));
      expect(field('Name').value).toBe('');
      expect(localStorage).toHaveLength(0);
    });
  });
});
