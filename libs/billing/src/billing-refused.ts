import { type Problem, problem, type ProblemArgs, type ProblemCode, sentenceOf } from '@switchyard/contracts';

/** A request that the rules of billing refuse. Nothing was changed. */
export class BillingRefusedError extends Error {
  readonly problem: Problem;

  constructor(fault: Problem) {
    super(sentenceOf(fault));
    this.name = 'BillingRefusedError';
    this.problem = fault;
  }
}

export const refused = <C extends ProblemCode>(code: C, ...args: ProblemArgs<C>): BillingRefusedError =>
  new BillingRefusedError(problem(code, ...args));

/** Cents as people read dollars. */
export const dollars = (cents: number): string => (cents / 100).toFixed(2);
