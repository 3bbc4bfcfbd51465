/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Template } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { DomStage, person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { TemplateDescription } from './template-description.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const WRITE = 'PUT project/1/templates/3/description';
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' });
const press = (name: string) => person.click(screen.getByRole('button', { name }));
const sent = () => stage.server.calls.filter(({ line }) => line === WRITE).map(({ body }) => body);
const open = (description: string | null, permissions?: number) =>
  stage.draw(
    <TemplateDescription template={rowOf(Template, { id: 3, project_id: 1, description })} />,
    permissions === undefined ? {} : { permissions },
  );

describe('the description of a template', () => {
  it('should be edited in its place, and saved without blanks around it', async () => {
    open('Rolls out');
    await press('Edit description');
    await person.type(field(), ' the shop ');
    await press('Save');
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(sent()).toEqual([{ description: 'Rolls out the shop' }]);
  });

  it('should be gone when it is emptied', async () => {
    open('Rolls out');
    await press('Edit description');
    await person.clear(field());
    await press('Save');
    await waitFor(() => expect(sent()).toEqual([{ description: null }]));
  });

  it('should keep what was typed when it could not be saved', async () => {
    stage.server.answer(WRITE, 500);
    open('Rolls out');
    await press('Edit description');
    await person.type(field(), ' it');
    await press('Save');
    await stage.settle();
    expect(sent()).toHaveLength(1);
    expect(field().value).toBe('Rolls out it');
  });

  it('should stay as it was at Escape, with the focus on its button', async () => {
    open('Rolls out');
    await press('Edit description');
    await person.type(field(), ' it{Escape}');
    expect(screen.queryByText('Rolls out')).not.toBeNull();
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit description'));
    expect(sent()).toEqual([]);
  });

  it('should be written where there is none', async () => {
    open(null);
    await press('Add a description');
    await person.type(field(), 'First');
    await press('Save');
    await waitFor(() => expect(sent()).toEqual([{ description: 'First' }]));
  });

  it('should be read alone by people who may not manage it', () => {
    open('Rolls out', 0);
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.queryByText('Rolls out')).not.toBeNull();
  });

  it('should show control characters that would change how it is read', () => {
    open('a\u202eb');
    expect(screen.queryByText(/\u202e/)).toBeNull();
  });
});
