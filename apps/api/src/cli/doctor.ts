import { writeFile } from 'node:fs/promises';
import type { DoctorReport, FindingLevel } from '@switchyard/contracts';
import { trustAuthorities } from '@switchyard/server';
import { CheckRunner } from '../app/doctor/finding.js';
import { authoritiesIn, givenSettings } from '../app/doctor/given-settings.js';
import { makeReport } from '../app/doctor/report.js';
import { sentencesOf } from '../app/doctor/sentences.js';
import { supportBundle } from '../app/doctor/support-bundle.js';
import type { CliOptions } from './cli-args.js';
import type { Terminal } from './terminal.js';

const LABELS = { ok: 'ok     ', warning: 'warning', fault: 'fault  ' } as const;

/**
 * Looks at every part of the installation, whether it runs or not, and says what to do. With `--bundle` the same and more facts go
 * into a file for the person who helps.
 * @throws when something does not work
 */
export async function doctor(options: CliOptions, terminal: Terminal): Promise<void> {
  const given = givenSettings(terminal.env);
  trustAuthorities(authoritiesIn(given));
  const report = await makeReport(given, new CheckRunner());
  linesOf(report).forEach((line) => terminal.print(line));
  if (options.bundle !== undefined) {
    await writeFile(options.bundle, await supportBundle(given, report), { mode: 0o600, flag: 'wx' });
    terminal.print(`Written to ${options.bundle}. It holds no secret; look through it before you send it.`);
  }
  const faults = report.findings.filter(({ level }) => level === 'fault').length;
  if (faults > 0) {
    throw new Error(faults === 1 ? 'One thing does not work' : `${faults} things do not work`);
  }
}

function linesOf({ findings, settings }: DoctorReport): string[] {
  const all = findings.flatMap((finding) => {
    const { text, remedy } = sentencesOf(finding);
    return [line(finding.level, finding.check, text), ...(remedy === undefined ? [] : [`         ${remedy}`])];
  });
  const values = settings.map(({ name, value, source }) => line('ok', 'settings', `${name}=${value} (${source})`));
  return [...values, ...all];
}

const line = (level: FindingLevel, check: string, text: string): string => `${LABELS[level]}  ${check}: ${text}`;
