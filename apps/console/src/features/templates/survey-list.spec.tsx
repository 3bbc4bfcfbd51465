/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it, jest } from '@jest/globals';
import { SurveyVariable } from '@switchyard/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { documentStage } from '../../components/testing/dialog-of.js';
import { person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { SurveyList } from './survey-list.js';

const stage = documentStage();

const variable = (name: string, members: Partial<SurveyVariable> = {}): SurveyVariable =>
  rowOf(SurveyVariable, { name, title: name.toUpperCase(), type: '', ...members });

const changed = jest.fn<(value: SurveyVariable[]) => void>();
function Form({ first }: { first: SurveyVariable[] }) {
  const [value, setValue] = useState(first);
  return (
    <SurveyList
      draft="templates/1/survey"
      value={value}
      onChange={(next) => {
        changed(next);
        setValue(next);
      }}
    />
  );
}

function open(...first: SurveyVariable[]): void {
  changed.mockClear();
  stage.draw(<Form first={first} />);
}
const names = (): string[] => changed.mock.calls.at(-1)?.[0].map(({ name }) => name) ?? [];
const press = (name: string) => person.click(screen.getByRole('button', { name }));
const field = (name: RegExp | string) => screen.getByLabelText<HTMLInputElement>(name);

describe('the questions of a template', () => {
  it('should move by the arrow keys of their handles, and stay where they are at the ends', async () => {
    open(variable('a'), variable('b'), variable('c'));
    act(() => screen.getByRole('button', { name: 'Move A' }).focus());
    await person.keyboard('{ArrowDown}');
    expect(names()).toEqual(['b', 'a', 'c']);
    await person.keyboard('{ArrowUp}{ArrowUp}');
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  it('should move by dragging', () => {
    open(variable('a'), variable('b'), variable('c'));
    const [first, , last] = screen.getAllByRole('listitem');
    fireEvent.dragStart(last ?? document.body);
    fireEvent.drop(first ?? document.body);
    expect(names()).toEqual(['c', 'a', 'b']);
  });

  it('should lose the one that is deleted alone', async () => {
    open(variable('a'), variable('b'));
    await press('Delete A');
    expect(names()).toEqual(['b']);
  });

  it('should change in their place', async () => {
    open(variable('a'), variable('b'));
    await press('Edit A');
    await person.type(field('Title'), '2');
    await person.keyboard('{Enter}');
    await waitFor(() => expect(names()).toEqual(['a', 'b']));
    expect(changed.mock.calls.at(-1)?.[0][0]?.title).toBe('A2');
  });

  it('should get a new one at the end, under a name that no other has', async () => {
    open(variable('a'));
    await press('Add variable');
    await person.type(field('Variable name'), 'a');
    await person.type(field('Title'), 'Again');
    await person.keyboard('{Enter}');
    await waitFor(() => expect(field('Variable name').getAttribute('aria-invalid')).toBe('true'));
    expect(changed).not.toHaveBeenCalled();
    await person.type(field('Variable name'), 'b');
    await person.keyboard('{Enter}');
    await waitFor(() => expect(names()).toEqual(['a', 'ab']));
  });

  it('should keep the stored default of a secret, which is never shown', async () => {
    open(variable('a', { type: 'secret', secret_default: true }));
    await press('Edit A');
    expect(field('Default value').value).toBe('');
    await person.type(field('Title'), '2');
    await person.keyboard('{Enter}');
    await waitFor(() => expect(changed).toHaveBeenCalled());
    expect(changed.mock.calls.at(-1)?.[0][0]).toMatchObject({ secret_default: true, default_value: '' });
  });
});
