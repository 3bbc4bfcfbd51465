import { jobSecrets } from '@switchyard/contracts';
import { SecretMasker } from '@switchyard/masking';
import type { AttemptContext } from '../../attempt/attempt-context.js';
import { admitOutputs } from './admit-outputs.js';
import type { GivenOutputs } from './parse-outputs.js';

/** Most lines of the log about what is left out. */
const MAX_LINES = 20;

/** Sends what may be published, and says in the log what is left out. Never fails the task. */
export async function publishOutputs(
  { job, log, reportOutputs }: Pick<AttemptContext, 'job' | 'log' | 'reportOutputs'>,
  { given, refused }: GivenOutputs,
): Promise<void> {
  if (given.length + refused.length === 0) {
    return;
  }
  const admitted = admitOutputs(given, new SecretMasker(jobSecrets(job)));
  const sentences = [...refused, ...admitted.refused];
  sentences.slice(0, MAX_LINES).forEach((sentence) => log.system(sentence));
  if (sentences.length > MAX_LINES) {
    log.system(`${sentences.length - MAX_LINES} more outputs are left out`);
  }
  if (admitted.outputs.length > 0) {
    await reportOutputs(admitted.outputs);
  }
}
