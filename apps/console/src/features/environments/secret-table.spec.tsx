/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { DomStage, person } from '../../components/testing/drawn.js';
import { newSecret, type SecretRow } from './environment-values.js';
import { SecretTable } from './secret-table.js';
import type { RowFaults } from './variable-rows.js';

const stage = new DomStage();
beforeEach(async () => {
  await stage.start();
  await stage.features();
});
afterEach(() => stage.stop());

let rows: SecretRow[];

function Table({ initial, faults }: { initial: SecretRow[]; faults: RowFaults }) {
  const [value, setValue] = useState(initial);
  rows = value;
  return <SecretTable value={value} faults={faults} onChange={setValue} />;
}

const secret = (members: Partial<SecretRow>): SecretRow => ({
  ...newSecret(),
  name: 'TOKEN',
  replaced: false,
  ...members,
});
const draw = (initial: SecretRow[], faults: RowFaults = new Map()) =>
  stage.draw(<Table initial={initial} faults={faults} />);

describe('the secrets of a variable group', () => {
  it('should never show a stored one, and take a new value once it is to be replaced', async () => {
    draw([secret({ stored: true })]);
    expect(screen.getByRole('img', { name: 'Stored' })).toBeTruthy();
    expect(screen.queryByLabelText('Value of TOKEN')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Replace' }));
    await person.type(screen.getByLabelText('Value of TOKEN'), 'new');
    expect(rows).toMatchObject([{ name: 'TOKEN', replaced: true, secret: 'new' }]);
  });

  it('should not show a value while it is typed', async () => {
    draw([secret({})]);
    expect(screen.getByLabelText('Value of TOKEN').getAttribute('type')).toBe('password');
  });

  it('should show where a vault keeps a stored one', () => {
    draw([secret({ stored: true, inVault: true, reference: 'secret/web/db#password' })]);
    expect(screen.getByText('secret/web/db#password')).toBeTruthy();
  });

  it('should offer the vault only where the edition has it', async () => {
    draw([secret({})]);
    expect(screen.queryByRole('button', { name: /from a vault/ })).toBeNull();
  });

  it('should take the place of a value in a vault, and a typed value again', async () => {
    await stage.features('hashicorp_vault_secrets');
    draw([secret({})]);
    await person.click(screen.getByRole('button', { name: 'Take the value of TOKEN from a vault' }));
    await person.type(screen.getByLabelText('Place of TOKEN in the vault'), 'secret/web#t');
    expect(rows).toMatchObject([{ inVault: true, reference: 'secret/web#t' }]);
    await person.click(screen.getByRole('button', { name: 'Enter the value of TOKEN here' }));
    expect(rows).toMatchObject([{ inVault: false }]);
    expect(screen.getByLabelText('Value of TOKEN')).toBeTruthy();
  });

  it('should lead back from a vault even where the edition has none any more', () => {
    draw([secret({ inVault: true })]);
    expect(screen.getByRole('button', { name: 'Enter the value of TOKEN here' })).toBeTruthy();
  });

  it('should go to the name of a line that is added, and remove the line that is named', async () => {
    draw([secret({ name: 'A' }), secret({ name: 'B' })]);
    await person.click(screen.getByRole('button', { name: 'Add secret' }));
    const field = screen.getAllByRole('textbox', { name: 'Name' }).at(-1);
    expect(document.activeElement).toBe(field);
    await person.type(field as HTMLElement, 'C');
    await person.click(screen.getByRole('button', { name: 'Delete A' }));
    expect(rows.map(({ name }) => name)).toEqual(['B', 'C']);
  });

  it('should mark the field of a fault and name its text', () => {
    const row = secret({ name: '' });
    draw([row], new Map([[row.key, { member: 'name', message: 'A variable needs a name' }]]));
    const field = screen.getByLabelText('Name');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const text = document.querySelector(`[id="${field.getAttribute('aria-describedby')}"]`);
    expect(text?.textContent).toBe('A variable needs a name');
  });
});
