import { type Issue, issueAt, type Problem, problem, type ProblemArgs, type ProblemCode } from '@switchyard/contracts';
import { invalidRequest } from '@switchyard/server';

type Path = readonly (string | number)[];

/** Most of each that are answered. */
const MOST = 100;

/** What is found out about a file: why it is refused, and what of it is not as it was. */
export class Findings {
  readonly notes: Issue[] = [];
  private readonly faults: Issue[] = [];

  refuse<C extends ProblemCode>(path: Path, code: C, ...params: ProblemArgs<C>): void {
    this.refuseWith(path, problem(code, ...params));
  }

  refuseWith(path: Path, fault: Problem): void {
    this.add(this.faults, path, fault);
  }

  note<C extends ProblemCode>(path: Path, code: C, ...params: ProblemArgs<C>): void {
    this.add(this.notes, path, problem(code, ...params));
  }

  /** @throws 400 with the paths of all faults */
  requireNone(): void {
    if (this.faults.length > 0) {
      throw invalidRequest(this.faults);
    }
  }

  private add(list: Issue[], path: Path, fault: Problem): void {
    if (list.length < MOST) {
      list.push(issueAt([...path], fault));
    }
  }
}
