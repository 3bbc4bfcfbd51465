import type { DoctorReport, Finding } from '@switchyard/contracts';
import type { ReadTexts } from '@switchyard/settings';
import { allChecks, LookingDatabase } from './checks.js';
import type { CheckRunner } from './finding.js';
import { secretHider, shownSettings } from './given-settings.js';

/** Looks at every part of the installation, whether it runs or not. Nothing of the report is secret. */
export async function makeReport(given: ReadTexts, runner: CheckRunner): Promise<DoctorReport> {
  const hide = secretHider(given);
  const database = new LookingDatabase(given.texts.SWITCHYARD_DATABASE_URL);
  try {
    const findings = await runner.run(allChecks(given, database));
    return {
      made: new Date().toISOString(),
      findings: findings.map((finding) => ({ ...finding, params: hidden(finding.params, hide) })),
      settings: shownSettings(given),
    };
  } finally {
    await database.close();
  }
}

const hidden = (params: Finding['params'], hide: (text: string) => string): Finding['params'] =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? hide(value) : value]),
  );
