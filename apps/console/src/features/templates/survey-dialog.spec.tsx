/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it, jest } from '@jest/globals';
import { SurveyVariable } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { documentStage } from '../../components/testing/dialog-of.js';
import { person, pick } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { SurveyDialog, variableName } from './survey-dialog.js';

const stage = documentStage();

const question = (members: Partial<SurveyVariable> = {}): SurveyVariable =>
  rowOf(SurveyVariable, { name: 'region', title: 'Region', type: '', values: [], ...members });

async function open(variable: SurveyVariable | null, taken: string[] = []) {
  const onSave = jest.fn<(variable: SurveyVariable) => void>();
  const onClosed = jest.fn();
  const drawn = stage.draw(
    <SurveyDialog draft="survey" variable={variable} taken={taken} onSave={onSave} onClosed={onClosed} />,
  );
  await screen.findByLabelText(/^Title/);
  return { ...drawn, onSave, onClosed };
}

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const choose = (type: string) => pick(/^Type/, type);
const submit = (name: 'Add' | 'Apply') => person.click(screen.getByRole('button', { name }));

describe('the dialog of a survey variable', () => {
  it('should propose the name of the variable from the title, until somebody types one', async () => {
    const { onSave } = await open(null);
    await person.type(field(/^Title/), 'Größe of the disk (GB)');
    expect(field(/^Variable name/).value).toBe('grosse_of_the_disk_gb');
    await person.clear(field(/^Variable name/));
    await person.type(field(/^Variable name/), 'disk');
    await person.type(field(/^Title/), '!');
    await submit('Add');
    await waitFor(() => expect(onSave).toHaveBeenCalled());
    expect(onSave.mock.calls[0]?.[0]).toMatchObject({ title: 'Größe of the disk (GB)!', name: 'disk' });
  });

  it('should never rename a variable that templates use', async () => {
    await open(question());
    await person.type(field(/^Title/), ' of the cluster');
    expect(field(/^Variable name/).value).toBe('region');
  });

  it('should refuse a name that another variable has', async () => {
    const { onSave } = await open(null, ['region']);
    await person.type(field(/^Title/), 'Region');
    await submit('Add');
    await waitFor(() => expect(field(/^Variable name/).getAttribute('aria-invalid')).toBe('true'));
    expect(onSave).not.toHaveBeenCalled();
  });

  it('should offer the choices of an enum as its default', async () => {
    const { onSave } = await open(null);
    await person.type(field(/^Title/), 'Region');
    await choose('Choice');
    await person.click(await screen.findByRole('button', { name: 'Add choice' }));
    await person.type(screen.getByLabelText('Name'), 'Europe');
    await person.type(screen.getByLabelText('Value'), 'eu');
    expect(document.querySelector('.ant-select-clear')).toBeNull();
    await pick(/^Default value/, 'Europe');
    await submit('Add');
    await waitFor(() => expect(onSave).toHaveBeenCalled());
    expect(onSave.mock.calls[0]?.[0]).toMatchObject({
      type: 'enum',
      values: [{ name: 'Europe', value: 'eu' }],
      default_value: 'eu',
    });
  });

  it('should remove the choice whose button is pressed', async () => {
    const values = ['eu', 'us', 'ap'].map((value) => ({ name: value.toUpperCase(), value }));
    const { onSave } = await open(question({ type: 'enum', values }));
    await person.click(screen.getAllByRole('button', { name: 'Remove choice' })[1] as HTMLElement);
    await submit('Apply');
    await waitFor(() => expect(onSave).toHaveBeenCalled());
    expect(onSave.mock.calls[0]?.[0].values?.map(({ value }) => value)).toEqual(['eu', 'ap']);
  });

  it('should hide the default of a secret, keep a stored one, and no draft of a new one', async () => {
    const { onSave, unmount } = await open(question({ type: 'secret', secret_default: true }));
    expect(field(/^Default value/).type).toBe('password');
    expect(field(/^Default value/).placeholder).toBe('Stored; type to replace it');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Keep the stored default value' }).checked).toBe(
      true,
    );
    await submit('Apply');
    await waitFor(() => expect(onSave).toHaveBeenCalled());
    expect(onSave.mock.calls[0]?.[0]).toMatchObject({ type: 'secret', secret_default: true });
    unmount();
    const again = await open(question({ type: 'secret' }));
    await person.type(field(/^Default value/), 'hush');
    again.unmount();
    expect(Object.values(localStorage).join()).not.toContain('hush');
  });
});

describe(variableName.name, () => {
  it.each([
    ['Target version', 'target_version'],
    ['  Größe (GB) ', 'grosse_gb'],
    ['Région', 'region'],
    ['2nd region', '_2nd_region'],
    ['---', ''],
    ['地域', ''],
  ])('should make of %j the name %j', (title, name) => {
    expect(variableName(title)).toBe(name);
  });

  it('should end with a word where the title is long', () => {
    expect(variableName(`${'a'.repeat(63)} b`)).toBe('a'.repeat(63));
  });
});
