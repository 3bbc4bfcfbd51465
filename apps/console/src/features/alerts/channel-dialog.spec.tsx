/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it, jest } from '@jest/globals';
import { AlertChannel } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { documentStage } from '../../components/testing/dialog-of.js';
import { person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { ChannelDialog } from './channel-dialog.js';

const stage = documentStage();

const stored = (members: Partial<AlertChannel> = {}): AlertChannel =>
  rowOf(AlertChannel, { id: 4, project_id: 1, name: 'Ops', type: 'slack', active: true, ...members });

async function open(row: AlertChannel | null) {
  const onClosed = jest.fn();
  if (row !== null) {
    stage.server.answer('GET project/1/alert_channels/4', row);
  }
  stage.draw(<ChannelDialog projectId={1} row={row} onClosed={onClosed} />);
  await screen.findByLabelText(/^Name/);
  return onClosed;
}

const type = async (name: string): Promise<void> => {
  await person.click(screen.getByLabelText(/^Type/));
  await person.click(await screen.findByTitle(name));
};
const submit = (name: 'Create' | 'Save') => person.click(screen.getByRole('button', { name }));
const sent = () => stage.server.calls.filter(({ line }) => /^(POST|PUT) /.test(line));

describe('the dialog of an alert channel', () => {
  it('should ask for the address of a webhook, and send it', async () => {
    const onClosed = await open(null);
    await person.type(screen.getByLabelText(/^Name/), 'Ops');
    await type('Slack');
    await person.type(await screen.findByLabelText(/^Address/), 'https://hooks.example.com/1');
    await submit('Create');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(sent()).toMatchObject([
      {
        line: 'POST project/1/alert_channels',
        body: { name: 'Ops', type: 'slack', url: 'https://hooks.example.com/1' },
      },
    ]);
  });

  it('should send nothing without a name and an address, and go to the first of them', async () => {
    await open(null);
    await type('Slack');
    await submit('Create');
    await waitFor(() => expect(screen.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByLabelText(/^Address/).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText(/^Name/));
    expect(sent()).toEqual([]);
  });

  it('should ask a mail channel for recipients, and not for secrets', async () => {
    await open(null);
    await type('Email');
    expect(await screen.findByLabelText(/Recipients/)).toBeTruthy();
    expect(screen.queryByLabelText(/^Address/)).toBeNull();
    expect(document.querySelector('input[type=password]')).toBeNull();
  });

  it('should lock type and secrets of a stored channel until they are overridden', async () => {
    await open(stored());
    expect(screen.getByLabelText<HTMLInputElement>(/^Type/).disabled).toBe(true);
    expect(screen.queryByLabelText(/^Address/)).toBeNull();
    await person.click(screen.getByRole('checkbox', { name: /Replace/ }));
    expect(screen.getByLabelText<HTMLInputElement>(/^Type/).disabled).toBe(false);
    expect(screen.getByLabelText(/^Address/)).toBeTruthy();
  });

  it('should leave the secret of a stored channel alone when only its name changes', async () => {
    const onClosed = await open(stored());
    await person.type(screen.getByLabelText(/^Name/), ' team');
    await submit('Save');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    const [{ line, body } = { line: '', body: {} }] = sent();
    expect(line).toBe('PUT project/1/alert_channels/4');
    expect(body).toMatchObject({ name: 'Ops team', override_secret: false });
    expect(JSON.stringify(body)).not.toContain('http');
  });
});
