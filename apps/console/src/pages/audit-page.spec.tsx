/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AuditRecord } from '@switchyard/contracts';
import { fireEvent, screen, within } from '@testing-library/react';
import { rowOf } from '../components/testing/row-of.js';
import { address, DomStage, person } from '../components/testing/drawn.js';
import { useAuditFilter } from '../features/audit/audit-filters.js';
import { AuditPage } from './audit-page.js';

const stage = new DomStage();
beforeEach(async () => {
  await stage.start();
  stage.widen();
});
afterEach(() => stage.stop());

const changed = rowOf(AuditRecord, {
  id: 9,
  at: '2026-11-02T10:00:00Z',
  username: 'ann',
  ip: '192.0.2.7',
  action: 'keys.update',
  object_type: 'key',
  object_id: '4',
  project_id: 2,
  before: { name: 'deploy', login: 'old', comment: '' },
  after: { name: 'deploy2', login: null, comment: null },
  outcome: 'done',
});
const refused = rowOf(AuditRecord, { id: 8, at: '2026-11-01T10:00:00Z', action: 'login.create', outcome: 'refused' });

async function open(path = '/audit', records: AuditRecord[] = [changed, refused]) {
  stage.server.answer('GET audit/actions', ['keys.create', 'keys.update']);
  stage.server.answer('GET audit', records);
  stage.server.answer('GET projects', [{ id: 2, name: 'Shop' }]);
  stage.draw(<AuditPage />, { path, user: { admin: true } });
  await stage.settle();
  await stage.settle();
}

const auditCalls = (): string[] => stage.server.lines().filter((line) => line.startsWith('GET audit?'));
const query = (line = ''): Record<string, string> => Object.fromEntries(new URLSearchParams(line.split('?')[1]));

describe(AuditPage.name, () => {
  it('should show who did what to what, where from, and how it ended', async () => {
    await open();
    const [, row] = screen.getAllByRole('row');
    expect(row?.textContent).toMatch(/ann.*keys\.update key 4 deploy2.*Shop.*192\.0\.2\.7.*Done/);
    expect(screen.getByText('Refused')).toBeTruthy();
  });

  it('should ask for what the address names, in both files as well', async () => {
    await open('/audit?ip=192.0.2.7&to=2026-11-02');
    const [asked] = auditCalls().map(query);
    const wanted = { ip: '192.0.2.7', to: new Date(2026, 10, 3).toISOString() };
    expect(asked).toEqual({ ...wanted, limit: '21' });
    const files = screen
      .getAllByRole('link', { name: /CSV|JSON/ })
      .map((link) => query(link.getAttribute('href') ?? ''));
    expect(files).toEqual([
      { ...wanted, format: 'csv' },
      { ...wanted, format: 'ndjson' },
    ]);
  });

  it('should read user, project, action and outcome from the address', () => {
    const path = '/audit?user=7&project=2&action=keys.update&outcome=refused';
    expect(stage.hook(useAuditFilter, { path }).result().choice).toMatchObject({
      user_id: 7,
      project_id: 2,
      action: 'keys.update',
      outcome: 'refused',
    });
  });

  it('should ask for nothing that an address names wrongly', async () => {
    await open('/audit?user=x&outcome=good&from=yesterday');
    expect(auditCalls().map(query)).toEqual([{ limit: '21' }]);
  });

  it('should begin at the newest when a filter changes', async () => {
    await open('/audit?before=500&ip=192.0.2.7');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } });
    await stage.settle();
    expect(address()).toBe('/audit?ip=192.0.2.7&from=2026-11-01');
    await person.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(address()).toBe('/audit');
  });

  it('should show each value before and after', async () => {
    await open();
    await person.click(screen.getAllByRole('button', { name: 'Details' })[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog');
    const cells = within(dialog)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(cells.slice(1)).toEqual([
      ['login', 'old', '–'],
      ['name', 'deploy', 'deploy2'],
    ]);
  });

  it('should say so where nothing matches, and be nobody else’s', async () => {
    await open('/audit?ip=192.0.2.1', []);
    expect(screen.getByText('No record fits the filters.')).toBeTruthy();
    stage.stop();
    await stage.start();
    stage.draw(<AuditPage />, { path: '/audit', user: { admin: false } });
    await stage.settle();
    expect(auditCalls()).toEqual([]);
  });
});
