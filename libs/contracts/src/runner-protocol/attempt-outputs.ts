import { z } from 'zod';
import {
  isWithinDepth,
  MAX_OUTPUT_DEPTH,
  MAX_OUTPUTS,
  MAX_OUTPUTS_BYTES,
  outputBytes,
  PublishedOutput,
} from '../task/outputs.js';
import { AttemptLease } from './messages.js';
import { SealedHead } from './sealed-frame.js';

/** Most bytes of the JSON of {@link PublishedOutputs}: the outputs, and the names of their members. */
export const MAX_PUBLISHED_BYTES = MAX_OUTPUTS_BYTES + 16_384;
/** The same, sealed, and its head. */
export const MAX_OUTPUTS_REQUEST_BYTES = MAX_PUBLISHED_BYTES + 8_192;

/**
 * Head of an `outputs` call: what an attempt has published, once at its end. The body is a `SealedFrame` of the JSON of
 * {@link PublishedOutputs}. It replaces what the task has published before. A control plane that is older than the call answers 404;
 * an older runner does not call.
 */
export const OutputsHead = AttemptLease.extend(SealedHead.shape);
export type OutputsHead = z.infer<typeof OutputsHead>;

const Outputs = z.array(PublishedOutput).max(MAX_OUTPUTS);

/** The outputs of an attempt from their JSON; `null` = they have another form, or exceed a bound. */
export function readPublishedOutputs(json: string): PublishedOutput[] | null {
  try {
    const given: unknown = JSON.parse(json);
    // The list and its members are two levels more.
    const outputs = isWithinDepth(given, MAX_OUTPUT_DEPTH + 2) ? Outputs.safeParse(given).data : undefined;
    return outputs && areWithinBounds(outputs) ? outputs : null;
  } catch {
    return null;
  }
}

function areWithinBounds(outputs: readonly PublishedOutput[]): boolean {
  const bytes = outputs.reduce((sum, output) => sum + outputBytes(output), 0);
  return bytes <= MAX_OUTPUTS_BYTES && new Set(outputs.map(({ name }) => name)).size === outputs.length;
}
