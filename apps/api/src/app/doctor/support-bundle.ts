import { release, totalmem } from 'node:os';
import type { DoctorReport } from '@switchyard/contracts';
import type { ReadTexts } from '@switchyard/settings';
import { VERSION } from '../../platform/version.js';
import { LookingDatabase } from './checks.js';
import { fullestSequences, largestTables, openMessages, runnerFacts, tasksByStatus } from './doctor.repository.js';
import { secretHider } from './given-settings.js';
import { lastErrors } from './last-errors.js';
import { scrapes } from './scrapes.js';
import { sentencesOf } from './sentences.js';

/** The text of a file for the person who helps: the report with more facts, and no secret. */
export async function supportBundle(given: ReadTexts, report: DoctorReport): Promise<string> {
  const hide = secretHider(given);
  const content = {
    made: report.made,
    versions: {
      switchyard: VERSION,
      node: process.version,
      system: `${process.platform} ${process.arch} ${release()}`,
    },
    memoryBytes: totalmem(),
    settings: report.settings,
    findings: report.findings.map((finding) => ({ ...finding, ...sentencesOf(finding) })),
    ...(await facts(given.texts.SWITCHYARD_DATABASE_URL)),
    errors: await lastErrors(given.texts),
    metrics: await scrapes(given.texts, '/metrics'),
  };
  return `${JSON.stringify(content, (_, value: unknown) => (typeof value === 'string' ? hide(value) : value), 2)}\n`;
}

/** Figures of the database; what cannot be read is missing. */
async function facts(url: string | undefined): Promise<object> {
  const database = new LookingDatabase(url);
  try {
    const source = await database.open();
    return {
      tasks: await tasksByStatus(source),
      messages: await openMessages(source),
      runners: await runnerFacts(source),
      tables: await largestTables(source),
      sequences: await fullestSequences(source),
    };
  } catch {
    return {};
  } finally {
    await database.close();
  }
}
