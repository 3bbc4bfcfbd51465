import type { z } from 'zod';
import { issuesOf } from '../errors/issue.js';

/** Faults of a body as `member code`, in the order in which the schema finds them. */
export const faultsOf = (schema: z.ZodType, body: unknown): string[] =>
  issuesOf(schema.safeParse(body).error?.issues ?? []).map(({ path, code }) => `${path.join('.')} ${code}`);

/** The members at fault, each once. */
export const faultyMembers = (schema: z.ZodType, body: unknown): string[] => [
  ...new Set(faultsOf(schema, body).map((fault) => fault.split(' ', 1)[0] ?? '')),
];
