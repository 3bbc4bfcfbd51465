import { writeFile } from 'node:fs/promises';
import { release, totalmem } from 'node:os';
import { VERSION } from '../../platform/version.js';
import type { CliOptions } from '../cli-args.js';
import type { Terminal } from '../terminal.js';
import { allChecks, LookingDatabase } from './checks.js';
import { fullestSequences, largestTables, openMessages, runnerFacts, tasksByStatus } from './doctor.repository.js';
import { type CheckedFinding, runChecks } from './finding.js';
import { givenSettings, secretHider } from './given-settings.js';
import { lastErrors } from './last-errors.js';

const LABELS = { ok: 'ok     ', warning: 'warning', fault: 'fault  ' } as const;

/**
 * Looks at every part of the installation, whether it runs or not, and says what to do. With `--bundle` the same and more facts go
 * into a file for the person who helps.
 * @throws when something does not work
 */
export async function doctor(options: CliOptions, terminal: Terminal): Promise<void> {
  const given = givenSettings(terminal.env);
  const hide = secretHider(given);
  const database = new LookingDatabase(given.texts.SWITCHYARD_DATABASE_URL);
  try {
    const findings = await runChecks(allChecks(given, database));
    findings.forEach((finding) => linesOf(finding).forEach((line) => terminal.print(hide(line))));
    if (options.bundle !== undefined) {
      const content = { ...programs(), findings, ...(await facts(database)), errors: await errorsOf(given.texts) };
      const text = JSON.stringify(content, (_, value: unknown) => (typeof value === 'string' ? hide(value) : value), 2);
      await writeFile(options.bundle, `${text}\n`, { mode: 0o600, flag: 'wx' });
      terminal.print(`Written to ${options.bundle}. It holds no secret; look through it before you send it.`);
    }
    const faults = findings.filter(({ level }) => level === 'fault').length;
    if (faults > 0) {
      throw new Error(faults === 1 ? 'One thing does not work' : `${faults} things do not work`);
    }
  } finally {
    await database.close();
  }
}

const linesOf = ({ check, level, text, remedy }: CheckedFinding): string[] => [
  `${LABELS[level]}  ${check}: ${text}`,
  ...(remedy === undefined ? [] : [`         ${remedy}`]),
];

const programs = () => ({
  made: new Date().toISOString(),
  versions: { switchyard: VERSION, node: process.version, system: `${process.platform} ${process.arch} ${release()}` },
  memoryBytes: totalmem(),
});

/** Figures of the database; what cannot be read is missing. */
async function facts(database: LookingDatabase): Promise<object> {
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
  }
}

const errorsOf = (texts: Readonly<Record<string, string>>): Promise<object> =>
  lastErrors(texts.SWITCHYARD_DATA_DIR ?? '.').catch(() => ({}));
