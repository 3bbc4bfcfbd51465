import type { PublishedOutput } from '@switchyard/contracts';
import { z } from 'zod';
import { captureOutput } from '../../process/capture-output.js';
import type { Command } from '../../process/command.js';
import type { CheckedOutAttempt } from '../executor.js';
import { publishOutputs } from '../outputs/publish-outputs.js';

/** Output of `output -json` (developer.hashicorp.com/terraform/cli/commands/output). */
const ToolOutputs = z.record(z.string(), z.object({ sensitive: z.boolean().default(false), value: z.unknown() }));

/** The outputs in what the tool has printed; `null` = it is something else. */
export function readToolOutputs(printed: string): PublishedOutput[] | null {
  try {
    const outputs = Object.entries(ToolOutputs.parse(JSON.parse(printed)));
    return outputs.map(([name, { sensitive, value }]) => ({ name, value: value ?? null, secret: sensitive }));
  } catch {
    return null;
  }
}

/** Publishes the outputs of the configuration as they are now. Unreadable outputs fail no task. @param command prints them */
export async function publishToolOutputs({ context, workspace }: CheckedOutAttempt, command: Command): Promise<void> {
  const printed = await captureOutput(command, { place: workspace.place, stop: context.stop }).catch(() => null);
  const given = printed?.exitCode === 0 && !printed.isCut ? readToolOutputs(printed.stdout) : null;
  const refused = given === null ? [`The outputs of ${command.file} cannot be read`] : [];
  await publishOutputs(context, { given: given ?? [], refused });
}
