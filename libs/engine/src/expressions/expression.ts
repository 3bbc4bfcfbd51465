import { Environment, EvaluationError, ParseError, TypeError as CelTypeError } from '@marcbachmann/cel-js';
import { type Problem, problem } from '@switchyard/contracts';
import { fromCel, toCel } from './cel-values.js';
import { addReadings, type Reading } from './syntax.js';

const cel = new Environment({
  homogeneousAggregateLiterals: false,
  limits: { maxAstNodes: 100, maxDepth: 20, maxListElements: 50, maxMapEntries: 50, maxCallArguments: 4 },
}).registerVariable('nodes', 'map<string, dyn>');

/** A value as JSON has it, or why there is none. */
export type Evaluated = { value: unknown } | { fault: Problem };

/** An expression of the subset of CEL. */
interface Expression {
  readings: readonly Reading[];
  /** It may be true or false, as far as that is known before it is evaluated. */
  mayBeBool: boolean;
  /** @param nodes status and outputs of each that it reads; the caller bounds how much that is */
  evaluate: (nodes: Readonly<Record<string, object>>) => Evaluated;
}

/** Reads an expression without evaluating it. How much work one can be is bounded by its size and by what it reads. */
export function readExpression(source: string): Expression | { fault: Problem } {
  try {
    const parsed = cel.parse(source);
    const readings: Reading[] = [];
    const fault = addReadings(parsed.ast, readings);
    if (fault) {
      return { fault };
    }
    const { type = 'dyn', error } = parsed.check();
    return error
      ? { fault: faultOf(error, 'expression_syntax') }
      : {
          readings,
          mayBeBool: type === 'bool' || type === 'dyn',
          evaluate: (nodes) => evaluated(() => parsed({ nodes: toCel(nodes) })),
        };
  } catch (error) {
    return { fault: faultOf(error, 'expression_syntax') };
  }
}

function evaluated(work: () => unknown): Evaluated {
  try {
    const value = fromCel(work());
    return value === undefined ? { fault: problem('expression_result') } : { value };
  } catch (error) {
    return { fault: faultOf(error, 'expression_failed') };
  }
}

/** @throws error unless the language has it */
function faultOf(error: unknown, code: 'expression_syntax' | 'expression_failed'): Problem {
  if (!(error instanceof ParseError || error instanceof EvaluationError || error instanceof CelTypeError)) {
    throw error;
  }
  const at = (error.range?.start ?? 0) + 1;
  return error.code === 'limit_exceeded' ? problem('expression_size') : problem(code, { at });
}
