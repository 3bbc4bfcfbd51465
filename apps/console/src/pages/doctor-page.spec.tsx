/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DoctorReport } from '@switchyard/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { DomStage } from '../components/testing/drawn.js';
import { DoctorPage } from './doctor-page.js';

const stage = new DomStage();
beforeEach(async () => {
  await stage.start();
  stage.widen();
});
afterEach(() => {
  stage.stop();
  localStorage.clear();
});

const report: DoctorReport = {
  made: '2026-11-29T12:00:00Z',
  findings: [
    { check: 'database', level: 'ok', code: 'database_server', params: { version: '18.4', connections: 3, most: 100 } },
    {
      check: 'tasks',
      level: 'warning',
      code: 'task_unseen',
      params: { number: 2, task: 7, project: 4, duration: '2 h' },
    },
    { check: 'mail', level: 'fault', code: 'check_failed', params: { reason: 'connect <b> refused' } },
    { check: 'orbit', level: 'warning', code: 'orbit_left', params: {} },
  ],
  settings: [{ name: 'SWITCHYARD_SMTP_URL', value: '(set)', source: 'environment' }],
};

async function open(admin = true): Promise<void> {
  stage.server.answer('GET doctor', report);
  stage.draw(<DoctorPage />, { path: '/doctor', user: { admin } });
  await stage.settle();
  await stage.settle();
}
const rows = (): (string | null)[] => screen.getAllByRole('listitem').map((row) => row.textContent);

describe(DoctorPage.name, () => {
  it('should show the worst first, with what to do, and codes of a newer server by themselves', async () => {
    await open();
    const [fault, unseen, unknown, fine] = rows();
    expect(fault).toMatch(/^FaultMailconnect <b> refusedFix the cause/);
    expect(unseen).toMatch(/^WarningTasks.*no dispatcher has looked at 7.*Check whether a dispatcher/);
    expect(unknown).toMatch(/^Warningorbit.*orbit_left/);
    expect(fine).toBe('OKDatabasePostgreSQL 18.4, 3 of 100 connections');
    expect(screen.getByRole('link', { name: 'Open task #7' }).getAttribute('href')).toBe('/project/4/history?t=7');
    expect(screen.getByText('Faults: 1')).toBeTruthy();
    expect(screen.getByRole('row', { name: /SWITCHYARD_SMTP_URL \(set\) environment/ })).toBeTruthy();
  });

  it('should look again, and hand out the bundle', async () => {
    await open();
    stage.server.lines();
    fireEvent.click(screen.getByRole('button', { name: /Check again/ }));
    await stage.settle();
    expect(stage.server.lines()).toEqual(['GET doctor']);
    expect(screen.getByRole('link', { name: /Support bundle/ }).getAttribute('href')).toBe('/api/doctor/bundle');
  });

  it('should be for administrators', async () => {
    await open(false);
    expect(screen.queryByRole('list')).toBeNull();
    expect(stage.server.lines()).toEqual([]);
  });
});
