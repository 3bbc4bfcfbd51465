/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AuditReceiver } from '@switchyard/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { DomStage, person } from '../components/testing/drawn.js';
import { rowOf } from '../components/testing/row-of.js';
import { AuditReceiversPage } from './audit-receivers-page.js';

const stage = new DomStage();
beforeEach(async () => {
  await stage.start();
  stage.widen();
});
afterEach(() => {
  stage.stop();
  localStorage.clear();
});

const receiver = (members: Partial<AuditReceiver> = {}): AuditReceiver =>
  rowOf(AuditReceiver, {
    id: 4,
    name: 'SIEM',
    type: 'syslog',
    active: true,
    host: 'logs.example:6514',
    delivered_at: '2026-11-02T10:00:00Z',
    failed_at: null,
    error: null,
    waiting: 0,
    waiting_since: null,
    tested: null,
    ...members,
  });

async function open(rows: AuditReceiver[]): Promise<void> {
  stage.server.answer('GET audit/receivers', rows);
  stage.draw(<AuditReceiversPage />, { path: '/audit/receivers', user: { admin: true } });
  await stage.settle();
  await stage.settle();
}
const dialog = () => within(screen.getByRole('dialog'));
const sent = () => stage.server.calls.filter(({ line }) => /^(POST|PUT) /.test(line));

describe(AuditReceiversPage.name, () => {
  it('should show how far each receiver is, and why it is not further', async () => {
    const error = { code: 'certificate', text: '', status: null } as const;
    await open([
      receiver(),
      receiver({
        id: 5,
        name: 'Old',
        failed_at: '2026-11-02T11:00:00Z',
        error,
        waiting: 12,
        waiting_since: '2026-11-02T09:00:00Z',
      }),
    ]);
    const text = (name: RegExp): string => screen.getByRole('row', { name }).textContent ?? '';
    expect(text(/SIEM/)).toMatch(/Syslog · logs\.example:6514Accepted.*0$/);
    expect(text(/Old/)).toMatch(/Failed.*certificate.*12/i);
  });

  it('should ask for the secret of a webhook alone, and send what the type needs', async () => {
    await open([]);
    await person.click(screen.getByRole('button', { name: 'New receiver' }));
    await person.type(await screen.findByLabelText(/^Name/), 'Central');
    expect(dialog().getByLabelText(/^Signing secret/)).toBeTruthy();
    await person.click(dialog().getByLabelText(/^Type/));
    await person.click(await screen.findByTitle('Syslog'));
    await waitFor(() => expect(dialog().queryByLabelText(/^Signing secret/)).toBeNull());
    await person.type(dialog().getByLabelText(/^Address/), 'tls://logs.example:6514');
    await person.click(dialog().getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()).toMatchObject([
      { line: 'POST audit/receivers', body: { name: 'Central', type: 'syslog', url: 'tls://logs.example:6514' } },
    ]);
    expect(sent()[0]?.body).toMatchObject({ token: '' });
  });
});
