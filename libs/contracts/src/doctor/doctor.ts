import { z } from 'zod';
import { fillPlaces } from '../errors/placeholders.js';
import { own } from '../own.js';
import { Dictionary } from '../primitives/bounded.js';
import { Time } from '../primitives/primitives.js';
import { type FindingCode, FINDINGS, REMEDIES } from './findings.js';

/** Parts of an installation that are looked at, in the order in which they are shown. */
export const CHECKS = [
  'settings',
  'database',
  'clock',
  'migrations',
  'queue',
  'bus',
  'blobs',
  'mail',
  'directory',
  'certificates',
  'outbound',
  'disk',
  'runners',
  'tools',
  'tasks',
  'deliveries',
  'tables',
] as const;
export type CheckName = (typeof CHECKS)[number];

/** `ok`, something to look at, or something that does not work. */
export const FINDING_LEVELS = ['ok', 'warning', 'fault'] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];

/** Result of one check. The reader may not know a code of a newer server. */
export const Finding = z.object({
  check: z.string().max(64),
  level: z.enum(FINDING_LEVELS),
  code: z.string().max(64),
  params: Dictionary(z.union([z.string(), z.number()]), { max: 16, nameLength: 64 }),
});
export type Finding = z.infer<typeof Finding>;

/** A setting that is given, and where it was found. A secret is shown as `(set)`. */
export const GivenSetting = z.object({
  name: z.string(),
  value: z.string(),
  source: z.enum(['settings file', 'supervisor', 'environment', 'command line', 'unknown']),
});
export type GivenSetting = z.infer<typeof GivenSetting>;

/** Answer of `GET /api/doctor`: the findings of one look at everything, which callers share for some seconds. */
export const DoctorReport = z.object({
  made: Time,
  findings: z.array(Finding),
  settings: z.array(GivenSetting),
});
export type DoctorReport = z.infer<typeof DoctorReport>;

const filled = (sentence: string, params: Finding['params']): string =>
  fillPlaces(sentence, (name) => String(own(params, name) ?? ''));

/** The English sentence of a finding of this version. */
export const findingSentence = ({ code, params }: Pick<Finding, 'params'> & { code: FindingCode }): string =>
  filled(FINDINGS[code], params);

/** Remedy of a finding, in English; undefined when nothing is to be done. */
export const remedySentence = ({ code, level }: Pick<Finding, 'code' | 'level'>): string | undefined =>
  level === 'ok' ? undefined : own(REMEDIES, code);
