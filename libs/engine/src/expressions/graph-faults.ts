import {
  ancestorsOf,
  expressionsOf,
  type GraphEdge,
  type GraphNode,
  type Problem,
  problem,
} from '@switchyard/contracts';
import { readExpression } from './expression.js';

/** An expression that cannot be one of its node. */
interface ExpressionFault {
  /** Its place in the graph. */
  path: (string | number)[];
  fault: Problem;
}

/** What is wrong with the expressions of a graph before anything of it runs. */
export function expressionFaults(graph: {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
}): ExpressionFault[] {
  return graph.nodes.flatMap((node, at) =>
    expressionsOf(node).flatMap(({ path, expression }) => {
      const fault = faultOf(expression, node, ancestorsOf(graph, node.node));
      return fault === null
        ? []
        : [{ path: ['nodes', at, ...path], fault: problem('node_expression', { node: node.node, problem: fault }) }];
    }),
  );
}

function faultOf(source: string, { kind }: GraphNode, before: ReadonlySet<string>): Problem | null {
  const expression = readExpression(source);
  if ('fault' in expression) {
    return expression.fault;
  }
  const unknown = expression.readings.find(({ node }) => !before.has(node));
  if (unknown) {
    return problem('expression_node', { node: unknown.node });
  }
  return kind === 'condition' && !expression.mayBeBool ? problem('expression_bool') : null;
}
