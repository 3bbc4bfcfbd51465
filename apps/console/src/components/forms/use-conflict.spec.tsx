import { describe, expect, it, jest } from '@jest/globals';
import type { FormInstance } from 'antd';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Conflict, editedAs, useConflict } from './use-conflict.js';

interface Values {
  name: string;
  note: string;
}

const opened: Values = { name: 'web', note: '' };
const conflict = { code: 'changed_since_read' };

/** A form that was opened with tag `v1`, and holds `typed` while `stored` is there with tag `v2`. */
function formOf(typed: Values, stored: Values, isStored = true) {
  const values: Values = { ...typed };
  const fields: Partial<FormInstance<Values>> = {
    getFieldsValue: () => values,
    getFieldsError: () => [],
    setFieldValue: (name: unknown, value: unknown) => void Object.assign(values, { [String(name)]: value }),
  };
  const readAgain = () => Promise.resolve({ row: stored, tag: 'v2' });
  const edited = isStored ? editedAs({ row: opened, tag: 'v1' }, readAgain, (row) => row) : undefined;
  let met: Conflict['save'] = () => Promise.reject(new Error('not drawn'));
  const Form = () => {
    met = useConflict(fields as FormInstance<Values>, { opened, tag: edited?.tag ?? null }, edited).save;
    return null;
  };
  renderToStaticMarkup(<Form />);
  return { values, save: met };
}

const refusing = (error: unknown) =>
  jest.fn((tag: string | null) => (tag === 'v2' ? Promise.resolve() : Promise.reject(error as Error)));

describe('a save of what somebody else changed meanwhile', () => {
  it('should keep what was typed, take over what was left alone, and overwrite nothing', async () => {
    const { values, save } = formOf({ name: 'mine', note: '' }, { name: 'theirs', note: 'new' });
    const send = refusing(conflict);
    await expect(save(send)).rejects.toBe(conflict);
    expect(values).toEqual({ name: 'mine', note: 'new' });
    expect(send.mock.calls).toEqual([['v1']]);
  });

  it('should go on by itself where nothing differs, as after an answer that was lost', async () => {
    const { save } = formOf({ name: 'mine', note: '' }, { name: 'mine', note: '' });
    const send = refusing(conflict);
    await save(send);
    expect(send.mock.calls).toEqual([['v1'], ['v2']]);
  });

  it.each([
    { when: 'another refusal', error: { code: 'name_taken' }, isStored: true, tag: 'v1' },
    { when: 'a row that is new', error: conflict, isStored: false, tag: null },
  ])('should pass on $when and send once', async ({ error, isStored, tag }) => {
    const { save } = formOf(opened, opened, isStored);
    const send = refusing(error);
    await expect(save(send)).rejects.toBe(error);
    expect(send.mock.calls).toEqual([[tag]]);
  });
});
