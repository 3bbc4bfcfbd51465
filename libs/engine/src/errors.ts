import {
  describeIssues,
  type Issue,
  issueAt,
  type Problem,
  problem,
  sentenceOf,
  type TaskStatus,
} from '@switchyard/contracts';

/** A request the engine refuses. Nothing was changed. */
export abstract class EngineError extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** There is no such row, or it belongs to another project. */
export class NotFoundError extends EngineError {
  constructor(what: 'template' | 'inventory' | 'build task' | 'task' | 'runner' | 'workflow' | 'run' | 'node') {
    super(`${what} not found`);
  }
}

/** A launch names a row that its project does not have. */
export class MissingReferenceError extends NotFoundError {
  constructor(readonly member: keyof typeof REFERENCES) {
    super(REFERENCES[member]);
  }
}

const REFERENCES = { template_id: 'template', inventory_id: 'inventory', build_task_id: 'build task' } as const;

/** The launch does not fit its template. An empty path stands for an answer to a question. */
export class LaunchRefusedError extends EngineError {
  constructor(readonly issues: readonly Issue[]) {
    super(describeIssues(issues));
  }
}

/** Why a launch is refused; `null` = it failed otherwise. */
export function launchIssues(error: unknown): readonly Issue[] | null {
  if (error instanceof LaunchRefusedError) {
    return error.issues;
  }
  return error instanceof MissingReferenceError ? [notInProject(error.member)] : null;
}

/** The member of a launch names a row that the project does not have. */
export const notInProject = (member: string): Issue => issueAt([member], problem('not_in_project'));

/** The project has used up what it may use. */
export class QuotaUsedError extends LaunchRefusedError {
  constructor(readonly problem: Problem) {
    super([issueAt([], problem)]);
  }
}

/** The plan of a pull request may not be applied. */
export class ReviewRefusedError extends EngineError {
  constructor(readonly problem: Problem) {
    super(sentenceOf(problem));
  }
}

/** The run of a workflow does not let this happen. */
export class RunRefusedError extends EngineError {
  constructor(readonly problem: Problem) {
    super(sentenceOf(problem));
  }
}

/** The event at the forge has already started a task. */
export class RepeatedReviewError extends EngineError {
  constructor(readonly taskId: number) {
    super(`task ${taskId} was started by it`);
  }
}

/** The lease does not own the attempt any more: the holder must kill what it runs and forget the attempt. */
export class LeaseLostError extends EngineError {
  constructor() {
    super('the lease of the attempt is lost');
  }
}

/** Another process uses the identity of this runner. */
export class DuplicateRunnerError extends EngineError {
  constructor() {
    super('another process uses the identity of this runner');
  }
}

/** The end was reported before the whole log was stored; `next` is the next line expected, 0-based. */
export class LogIncompleteError extends EngineError {
  constructor(readonly next: number) {
    super(`the log is stored up to line ${next} only`);
  }
}

/** The task cannot move from one status to the other. */
export class IllegalTransitionError extends EngineError {
  constructor(
    readonly from: TaskStatus,
    readonly to: TaskStatus,
  ) {
    super(`a task that is ${from} cannot become ${to}`);
  }
}

/** An attempt reports a plan that waits for a decision, but has stored none. */
export class PlanMissingError extends EngineError {
  constructor() {
    super('the attempt has stored no plan');
  }
}

/** The task is queued or running, so it cannot be deleted. */
export class TaskActiveError extends EngineError {
  constructor() {
    super('the task has not ended');
  }
}
