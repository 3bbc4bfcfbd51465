import { join } from 'node:path';
import { messageOf } from '@switchyard/concurrency';
import type { ExecutionResult } from '../../attempt/attempt-context.js';
import { type AttemptFiles, readText } from '../../files/attempt-files.js';
import type { Command } from '../../process/command.js';
import type { CheckedOutAttempt } from '../executor.js';
import { runCommand } from '../run-command.js';
import { type GivenOutputs, parseOutputs } from './parse-outputs.js';
import { publishOutputs } from './publish-outputs.js';

/** The variable that names the file to which a script writes its outputs. */
const OUTPUTS_VARIABLE = 'SWITCHYARD_OUTPUTS';
/** Most bytes of the file; it may hold values that are replaced further down. */
const MAX_FILE_BYTES = 1024 * 1024;

/**
 * Runs the command with a file for its outputs, and publishes them however it ends.
 * @throws AttemptFailure, AttemptStopped
 */
export async function runWithOutputs(attempt: CheckedOutAttempt, command: Command): Promise<ExecutionResult> {
  const { context, workspace } = attempt;
  const path = join(workspace.dir, 'outputs');
  await workspace.files.write(path, '', { isNew: true });
  try {
    return await runCommand(attempt, { ...command, env: { ...command.env, [OUTPUTS_VARIABLE]: path } });
  } finally {
    await publishOutputs(context, await readOutputs(workspace.files, path));
  }
}

async function readOutputs(files: AttemptFiles, path: string): Promise<GivenOutputs> {
  try {
    return parseOutputs(await readText(files, path, MAX_FILE_BYTES));
  } catch (error) {
    return { given: [], refused: [`The outputs are left out: ${messageOf(error)}`] };
  }
}
