import { breakingArgument, type Job, type JobPlanning, own, problem } from '@switchyard/contracts';
import { AttemptFailure } from '../../attempt-failure.js';

/** Stages whose arguments Terraform also takes from the environment (developer.hashicorp.com/terraform/cli/config/environment-variables). */
const STAGES = ['init', 'plan', 'apply'] as const;
const FOR_ALL = 'TF_CLI_ARGS';

/**
 * Fails a task before anything is run whose arguments would let it apply something else than its plan, or nothing. They are refused when
 * they are saved, but those of older templates and of variable groups are not.
 * @throws AttemptFailure
 */
export function requireArguments(job: Pick<Job, 'app' | 'env' | 'secret_env'>, { stages }: JobPlanning): void {
  const env = { ...job.env, ...job.secret_env };
  const words = (name: string): string[] =>
    own(env, name)
      ?.split(/\s+/)
      .map((word) => word.replace(/^["']/, '')) ?? [];
  const given = STAGES.map((stage) => [stage, [...words(FOR_ALL), ...words(`${FOR_ALL}_${stage}`), ...stages[stage]]]);
  const fault = breakingArgument({ app: job.app, stages: Object.fromEntries(given) as JobPlanning['stages'] });
  if (fault) {
    const { argument = '', why = '' } = fault.params;
    throw new AttemptFailure(problem('plan_argument', { argument, why }));
  }
}
