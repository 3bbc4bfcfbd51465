import { z } from 'zod';
import { refuse, withProblem } from '../errors/issue.js';
import { problem } from '../errors/problem.js';
import { OptionalJsonObjectString } from '../primitives/json-string.js';
import { Flag, Id, Name, Text } from '../primitives/primitives.js';
import { SurveyName } from '../variable/variable-name.js';
import { graphOrder } from './graph-order.js';

/** Most nodes of a workflow, and most edges. */
export const MAX_NODES = 300;
export const MAX_EDGES = 1_000;
/** Most people who are named for one approval. */
const MAX_APPROVERS = 50;
/** Most people whom one approval needs. */
export const MAX_APPROVALS = 10;
/** Longest time that a node waits, in minutes: 30 days. */
export const MAX_WAIT_MINUTES = 43_200;

/** Longest expression, in characters. */
export const MAX_EXPRESSION = 1_000;
/** Most bytes that an expression reads of outputs, each as often as it names it. */
export const MAX_EXPRESSION_READ = 32_768;
/** Most variables of one node. */
export const MAX_NODE_VARIABLES = 20;
/** Most expressions of a workflow. */
export const MAX_EXPRESSIONS = 100;

/** Names a node within its graph: a word in lowercase letters, as people write it in YAML. */
export const NodeId = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9_-]*$/, withProblem('node_id'));

/** Whether one of the parents of a node is enough to start it, or all of them are needed. */
export const NODE_JOINS = ['all', 'any'] as const;
const NodeJoin = z
  .enum(NODE_JOINS)
  .nullish()
  .transform((value) => value ?? 'all');

/** Roles that may be asked to approve; each one stands for those above it as well. */
export const APPROVER_ROLES = ['owner', 'manager', 'task_runner'] as const;

const common = {
  node: NodeId,
  /** What people see; absent or empty = as the graph names it. */
  name: z
    .union([z.literal(''), Name])
    .nullish()
    .transform((value) => value ?? ''),
  join: NodeJoin,
};

const Minutes = z.int().min(1).max(MAX_WAIT_MINUTES);

/** An expression in the subset of CEL that workflows have. The engine reads it. */
const Expression = z.string().max(MAX_EXPRESSION).trim().min(1);

/** A variable whose value the expression has when the node starts. */
const NodeVariable = z.object({ name: SurveyName, expression: Expression });

/** Starts a task of a template. */
const TemplateNode = z.object({
  kind: z.literal('template'),
  ...common,
  template_id: Id,
  /** Extra variables of its task. */
  environment: OptionalJsonObjectString,
  /** More extra variables, which replace those of the same name. */
  variables: z
    .array(NodeVariable)
    .max(MAX_NODE_VARIABLES)
    .nullish()
    .transform((value) => value ?? []),
});

/** Waits for a person. */
export const ApprovalNode = z.object({
  kind: z.literal('approval'),
  ...common,
  /** Members with this role or one above may decide; `null` = the named people alone. */
  role: z
    .enum(APPROVER_ROLES)
    .nullish()
    .transform((value) => value ?? null),
  /** Members who may decide whatever their role is. */
  user_ids: z
    .array(Id)
    .max(MAX_APPROVERS)
    .nullish()
    .transform((value) => [...new Set(value ?? [])]),
  /** Those may not decide who started the run, retried it last, or saved the schedule last that started it. */
  four_eyes: Flag,
  reason_required: Flag,
  /** How many people have to approve, each once. One who rejects ends it. Absent = one. */
  approvals_needed: z
    .int()
    .min(1)
    .max(MAX_APPROVALS)
    .nullish()
    .transform((value) => value ?? 1),
  /** How long people have for the decision. After that the node fails, as if it were rejected. `null` = without end. */
  deadline_minutes: Minutes.nullish().transform((value) => value ?? null),
});

/** Lets time pass. */
const DelayNode = z.object({
  kind: z.literal('delay'),
  ...common,
  /** From the moment that it starts until what follows may. */
  delay_minutes: Minutes,
});

/** Decides: edges on success are followed when the expression is true, those on failure when it is false. */
const ConditionNode = z.object({ kind: z.literal('condition'), ...common, expression: Expression });

/** A remark for those who read the graph. */
const NoteNode = z.object({ kind: z.literal('note'), node: NodeId, text: Text });

export const GraphNode = z.discriminatedUnion('kind', [TemplateNode, ApprovalNode, DelayNode, ConditionNode, NoteNode]);
export type GraphNode = z.infer<typeof GraphNode>;
export type ApprovalNode = z.infer<typeof ApprovalNode>;

/** What of the parent lets the edge be followed. A parent that is skipped lets none. */
export const EDGE_CONDITIONS = ['success', 'failure', 'always'] as const;

export const GraphEdge = z.object({ from: NodeId, to: NodeId, on: z.enum(EDGE_CONDITIONS) });
export type GraphEdge = z.infer<typeof GraphEdge>;

/** Nodes, and which follow which. {@link requireGraph} checks what they are together. */
export const graphMembers = {
  nodes: z.array(GraphNode).min(1).max(MAX_NODES),
  edges: z
    .array(GraphEdge)
    .max(MAX_EDGES)
    .nullish()
    .transform((value) => value ?? []),
};

/** Nodes and edges of a graph. */
interface Connected {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
}

/** Refuses what is no graph that can run: names that are taken or unknown, loops, approvals of nobody or of too few. */
export function requireGraph(graph: Connected, context: z.RefinementCtx): void {
  requireNodes(graph, context);
  requireEdges(graph, context);
  const looped = graphOrder(graph).looped[0];
  if (looped !== undefined) {
    refuse(context, problem('graph_loop', { node: looped }), { path: ['edges'] });
  }
}

/** A graph that a run keeps. */
export const WorkflowGraph = z.object(graphMembers).superRefine(requireGraph);
export type WorkflowGraph = z.infer<typeof WorkflowGraph>;

function requireNodes({ nodes }: Connected, context: z.RefinementCtx): void {
  const seen = new Set<string>();
  nodes.forEach((each, at) => {
    const { node } = each;
    if (seen.has(node)) {
      refuse(context, problem('node_taken', { node }), { path: ['nodes', at, 'node'] });
    }
    seen.add(node);
    if (each.kind === 'approval') {
      requireApprovers(each, ['nodes', at], context);
    }
  });
  requireExpressions(nodes, context);
  if (nodes.every(({ kind }) => kind === 'note')) {
    refuse(context, problem('graph_idle'), { path: ['nodes'] });
  }
}

/** How many have a role is not known here, and changes. */
function requireApprovers(
  { node, role, user_ids: named, approvals_needed: needed }: ApprovalNode,
  path: readonly (string | number)[],
  context: z.RefinementCtx,
): void {
  if (role !== null) {
    return;
  }
  if (named.length === 0) {
    refuse(context, problem('approvers_none', { node }), { path: [...path, 'role'] });
  } else if (named.length < needed) {
    refuse(context, problem('approvers_few', { node, needed }), { path: [...path, 'approvals_needed'] });
  }
}

/** The expressions of a node, each with its place within it. */
export function expressionsOf(node: GraphNode | undefined): { path: (string | number)[]; expression: string }[] {
  if (node?.kind === 'condition') {
    return [{ path: ['expression'], expression: node.expression }];
  }
  const variables = node?.kind === 'template' ? node.variables : [];
  return variables.map(({ expression }, at) => ({ path: ['variables', at, 'expression'], expression }));
}

function requireExpressions(nodes: readonly GraphNode[], context: z.RefinementCtx): void {
  nodes.forEach((node, at) => {
    const names = node.kind === 'template' ? node.variables.map(({ name }) => name) : [];
    if (new Set(names).size < names.length) {
      refuse(context, problem('duplicates'), { path: ['nodes', at, 'variables'] });
    }
  });
  if (nodes.flatMap(expressionsOf).length > MAX_EXPRESSIONS) {
    refuse(context, problem('expressions_many', { max: MAX_EXPRESSIONS }), { path: ['nodes'] });
  }
}

function requireEdges({ nodes, edges }: Connected, context: z.RefinementCtx): void {
  const kinds = new Map(nodes.map(({ node, kind }) => [node, kind]));
  const seen = new Set<string>();
  edges.forEach((edge, at) => {
    for (const end of ['from', 'to'] as const) {
      const node = edge[end];
      const fault = kinds.has(node) ? 'edge_of_note' : 'node_unknown';
      if (kinds.get(node) === 'note' || !kinds.has(node)) {
        refuse(context, problem(fault, { node }), { path: ['edges', at, end] });
      }
    }
    const key = `${edge.from} ${edge.to} ${edge.on}`;
    if (seen.has(key)) {
      refuse(context, problem('duplicates'), { path: ['edges', at] });
    }
    seen.add(key);
  });
}
