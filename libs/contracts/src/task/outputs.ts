import { z } from 'zod';
import { JsonValue } from '../primitives/bounded.js';

/** Most outputs of an attempt. */
export const MAX_OUTPUTS = 100;
/** Most bytes of all outputs of an attempt together: of each its name, and its value as JSON in UTF-8. */
export const MAX_OUTPUTS_BYTES = 262_144;
/** How deep the value of an output may be nested; 0 = it holds no other value. */
export const MAX_OUTPUT_DEPTH = 32;

/** Names of outputs: those of variables, where hyphens may follow. */
export const OUTPUT_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

export const OutputType = z.enum(['string', 'number', 'boolean', 'list', 'object', 'null']);
export type OutputType = z.infer<typeof OutputType>;

/** A value that a task has published for those who come after it. */
export const NamedOutput = z.object({
  name: z.string(),
  type: OutputType,
  /** The tool says so, or the value holds a secret of the task. Its value is kept encrypted, and is shown to nobody. */
  secret: z.boolean(),
  /** Any JSON; null when it is secret. */
  value: z.unknown(),
});
export type NamedOutput = z.infer<typeof NamedOutput>;

/** An output on its way from the runner. */
export const PublishedOutput = z.object({
  name: z.string().max(64).regex(OUTPUT_NAME),
  value: JsonValue(MAX_OUTPUTS_BYTES),
  secret: z.boolean(),
});
export type PublishedOutput = z.infer<typeof PublishedOutput>;

export function outputType(value: unknown): OutputType {
  if (value === null || value === undefined) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return 'list';
  }
  return OutputType.safeParse(typeof value).data ?? 'null';
}

/**
 * Returns the share of {@link MAX_OUTPUTS_BYTES} that an output takes. Its value must not be nested deeper than {@link
 * MAX_OUTPUT_DEPTH}.
 */
export function outputBytes({ name, value }: Pick<PublishedOutput, 'name' | 'value'>): number {
  return new TextEncoder().encode(name + (JSON.stringify(value) ?? '')).length;
}

/** Whether a value is nested at most so deep; looks no deeper than that. */
export const isWithinDepth = (value: unknown, most = MAX_OUTPUT_DEPTH): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (most > 0 && Object.values(value).every((each) => isWithinDepth(each, most - 1)));
