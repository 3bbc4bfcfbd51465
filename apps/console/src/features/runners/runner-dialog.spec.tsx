/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it, jest } from '@jest/globals';
import { Runner, type RunnerWithSecrets } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { documentStage } from '../../components/testing/dialog-of.js';
import { person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { RunnerDialog } from './runner-dialog.js';

const stage = documentStage();

const stored = (members: Partial<Runner> = {}): Runner =>
  rowOf(Runner, { id: 4, name: 'eu-1', tags: ['eu'], active: true, webhook: '', ...members });

async function open(scope: number | null, row: Runner | null) {
  const onClosed = jest.fn();
  const onCreated = jest.fn<(runner: RunnerWithSecrets) => void>();
  const onWebhookSecret = jest.fn<(name: string, secret: string) => void>();
  if (row !== null) {
    stage.server.answer(scope === null ? 'GET runners/4' : `GET project/${scope}/runners/4`, row);
  }
  stage.draw(
    <RunnerDialog
      scope={scope}
      row={row}
      onCreated={onCreated}
      onWebhookSecret={onWebhookSecret}
      onClosed={onClosed}
    />,
  );
  await screen.findByLabelText(/^Name/);
  return { onClosed, onCreated, onWebhookSecret };
}

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const submit = (name: 'Create' | 'Save') => person.click(screen.getByRole('button', { name }));
const sent = () => stage.server.calls.filter(({ line }) => /^(POST|PUT) /.test(line));

describe('the dialog of a runner', () => {
  it('should hand over the secrets of a new one, which are shown once', async () => {
    stage.server.answer('POST runners', { ...stored(), id: 9, token: 'secret' });
    const { onCreated, onClosed } = await open(null, null);
    await person.type(field(/^Name/), 'eu-1');
    await submit('Create');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(onCreated).toHaveBeenCalledWith(expect.objectContaining({ id: 9, token: 'secret' }));
    expect(sent()).toMatchObject([{ line: 'POST runners', body: { name: 'eu-1', max_parallel_tasks: 0 } }]);
  });

  it('should ask one of a project for a tag, and one of all projects for none', async () => {
    await open(1, null);
    await person.type(field(/^Name/), 'eu-1');
    await submit('Create');
    await waitFor(() => expect(field(/^Tags/).getAttribute('aria-invalid')).toBe('true'));
    expect(sent()).toEqual([]);
  });

  it('should refuse a limit that is no number', async () => {
    await open(null, null);
    await person.type(field(/^Name/), 'eu-1');
    await person.type(field(/^Max parallel tasks/), 'many');
    await submit('Create');
    await waitFor(() => expect(field(/^Max parallel tasks/).getAttribute('aria-invalid')).toBe('true'));
    expect(sent()).toEqual([]);
  });

  it('should make a secret for a webhook that was not there before, and hand it over', async () => {
    stage.server.answer('POST runners/4/webhook', { webhook_secret: 'whsec' });
    stage.server.answer('POST runners/4', { webhook_secret: 'whsec' });
    const { onWebhookSecret, onClosed } = await open(null, stored());
    await person.type(field(/^Webhook/), 'https://scale.example.com');
    await submit('Save');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(onWebhookSecret).toHaveBeenCalledWith('eu-1', 'whsec');
    expect(sent()[0]).toMatchObject({ line: 'PUT runners/4', body: { webhook: 'https://scale.example.com' } });
  });

  it('should leave the secret of a webhook alone that only changes its address', async () => {
    const { onWebhookSecret, onClosed } = await open(null, stored({ webhook: 'https://a.example.com' }));
    await person.type(field(/^Webhook/), '/b');
    await submit('Save');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(onWebhookSecret).not.toHaveBeenCalled();
    expect(sent().map(({ line }) => line)).toEqual(['PUT runners/4']);
  });
});
