import { problem, type Problem } from '@switchyard/contracts';
import type { ProcessEnd } from '../process/command.js';

/** How a tool ended. */
export const toolEnd = (tool: string, { exitCode: code, signal }: ProcessEnd): Problem =>
  signal === null ? problem('tool_exited', { tool, code: code ?? '' }) : problem('tool_killed', { tool, signal });

/** How a process ended, without its name. */
export const endOf = ({ exitCode: code, signal }: ProcessEnd): Problem =>
  signal === null ? problem('exit_code', { code: code ?? '' }) : problem('exit_signal', { signal });
