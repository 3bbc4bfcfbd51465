import {
  type GraphNode,
  type Issue,
  issueAt,
  MAX_EXPRESSION_READ,
  type NamedOutput,
  type NodeStatus,
  outputBytes,
  type Problem,
  problem,
} from '@switchyard/contracts';
import { type Evaluated, readExpression } from './expression.js';
import type { Reading } from './syntax.js';

/** A node as expressions see it. */
export interface SeenNode {
  status: NodeStatus;
  outputs: readonly NamedOutput[];
}
type Seen = (node: string) => SeenNode | undefined;

/** Extra variables of a node by its expressions, or why there are none. */
export function variablesOf(
  { variables }: Extract<GraphNode, { kind: 'template' }>,
  seen: Seen,
): { values: Record<string, unknown> } | { issues: Issue[] } {
  const evaluated = variables.map(({ name, expression }) => ({ name, result: valueOf(expression, seen) }));
  const issues = evaluated.flatMap(({ name, result }) =>
    'fault' in result ? [issueAt([], problem('variable_failed', { name, problem: result.fault }))] : [],
  );
  const values = evaluated.flatMap(({ name, result }) => ('value' in result ? [[name, result.value] as const] : []));
  return issues.length > 0 ? { issues } : { values: Object.fromEntries(values) };
}

/** How a condition is decided, or why it is not. */
export function decisionOf(expression: string, seen: Seen): { isMet: boolean } | { issues: Issue[] } {
  const result = valueOf(expression, seen);
  if ('fault' in result) {
    return { issues: [issueAt([], result.fault)] };
  }
  return typeof result.value === 'boolean'
    ? { isMet: result.value }
    : { issues: [issueAt([], problem('expression_bool'))] };
}

/** The value of an expression by where the nodes stand that it reads. */
function valueOf(source: string, seen: Seen): Evaluated {
  const expression = readExpression(source);
  if ('fault' in expression) {
    return expression;
  }
  const { readings, evaluate } = expression;
  const fault = readingFault(readings, seen);
  if (fault) {
    return { fault };
  }
  const result = evaluate(shown(readings, seen));
  const missing = readings.find((reading) => reading.output && readOf(reading, seen).length === 0);
  return 'fault' in result && missing
    ? { fault: problem('expression_output', { node: missing.node, output: missing.output ?? '' }) }
    : result;
}

/** Why an expression must not be evaluated. Each reading counts, so that no expression multiplies what it reads. */
function readingFault(readings: readonly Reading[], seen: Seen): Problem | null {
  const unknown = readings.find(({ node }) => seen(node) === undefined);
  if (unknown) {
    return problem('expression_node', { node: unknown.node });
  }
  const read = readings.flatMap((reading) =>
    readOf(reading, seen).map((output) => ({ ...output, node: reading.node })),
  );
  const secret = read.find((output) => output.secret);
  if (secret) {
    return problem('expression_secret', { node: secret.node, output: secret.name });
  }
  const bytes = read.reduce((sum, output) => sum + outputBytes(output), 0);
  return bytes > MAX_EXPRESSION_READ ? problem('expression_size') : null;
}

const readOf = ({ node, output }: Reading, seen: Seen): NamedOutput[] =>
  seen(node)?.outputs.filter(({ name }) => output === null || name === output) ?? [];

/** The nodes that are read, with those of their outputs that are. */
function shown(readings: readonly Reading[], seen: Seen): Record<string, object> {
  const nodes = new Set(readings.map(({ node }) => node));
  return Object.fromEntries(
    [...nodes].map((node) => {
      const read = readings.filter((reading) => reading.node === node).flatMap((reading) => readOf(reading, seen));
      const outputs = Object.fromEntries(read.map(({ name, value }) => [name, value]));
      return [node, { status: seen(node)?.status, outputs }];
    }),
  );
}
