import { type Runner, RunnerInput } from '@switchyard/contracts';
import { emptyAt, formIssues, type FormIssue } from '../../lib/form-issues.js';

/** The form of a runner. */
export interface RunnerValues {
  name: string;
  tags: string[];
  /** Empty means no limit. */
  max_parallel_tasks: string;
  webhook: string;
  active: boolean;
  /** No field has it: it stays as it is. */
  is_default: boolean;
}

/** Values of a stored runner, or of a new one. */
export function runnerValues(runner: Runner | null): RunnerValues {
  const { name = '', tags = [], webhook = '', active = true, is_default = false } = runner ?? {};
  const { max_parallel_tasks: limit = 0 } = runner ?? {};
  return { name, tags, webhook, active, is_default, max_parallel_tasks: limit === 0 ? '' : String(limit) };
}

const body = ({ max_parallel_tasks, ...values }: RunnerValues): object => ({
  ...values,
  max_parallel_tasks: max_parallel_tasks.trim(),
});

/** Request body of valid values. */
export function runnerBody(values: RunnerValues): Omit<RunnerInput, 'id' | 'project_id' | 'public_key'> {
  const { name, tags, webhook, active, is_default, max_parallel_tasks } = RunnerInput.parse(body(values));
  return { name, tags, webhook, active, is_default, max_parallel_tasks };
}

/** The contract's rules; a runner of a project needs a tag. */
export function runnerIssues(values: RunnerValues, ofProject: boolean): FormIssue[] {
  const issues = formIssues(RunnerInput, body(values));
  return ofProject && values.tags.length === 0 ? [...issues, emptyAt('tags')] : issues;
}

/** The displayed private key is cut to 90 characters. */
const SHOWN = 90;

/** First characters of a key in one line. */
export function shownKey(pem: string): string {
  const text = pem.slice(0, SHOWN).replaceAll('\n', ' ').trimEnd();
  return pem.length > SHOWN ? `${text}…` : text;
}
