import {
  type ConcurrencyPolicy,
  type GraphEdge,
  GraphNode,
  graphOrder,
  issueAt,
  problem,
  type Workflow,
  WorkflowInput,
} from '@switchyard/contracts';
import { emptyAt, type FormIssue, formIssues, type Placing } from '../../lib/form-issues.js';

type Approval = Extract<GraphNode, { kind: 'approval' }>;

/** A node in the form, with the edges that lead to it. Members that its kind does not have stay as they were. */
export interface NodeValues {
  kind: GraphNode['kind'];
  node: string;
  name: string;
  join: Approval['join'];
  after: Pick<GraphEdge, 'from' | 'on'>[];
  template_id: number | undefined;
  environment: string;
  variables: Extract<GraphNode, { kind: 'template' }>['variables'];
  /** Of a condition. */
  expression: string;
  /** Empty = the named people alone. */
  role: NonNullable<Approval['role']> | '';
  user_ids: number[];
  four_eyes: boolean;
  reason_required: boolean;
  /** `null` = emptied: one. */
  approvals_needed: number | null;
  /** `null` = people have all the time they want. */
  deadline_minutes: number | null;
  /** `null` = not entered yet. */
  delay_minutes: number | null;
  text: string;
}

/** Values of the dialog of a workflow. */
export interface WorkflowValues {
  name: string;
  description: string;
  concurrency: ConcurrencyPolicy;
  nodes: NodeValues[];
}

export const freshNode: NodeValues = {
  kind: 'template',
  node: '',
  name: '',
  join: 'all',
  after: [],
  template_id: undefined,
  environment: '',
  variables: [],
  expression: '',
  role: 'manager',
  user_ids: [],
  four_eyes: false,
  reason_required: false,
  approvals_needed: 1,
  deadline_minutes: null,
  delay_minutes: null,
  text: '',
};

/** A new workflow, or one as it was read. Nodes stand behind those that lead to them. */
export function workflowValues(
  row: Pick<Workflow, 'name' | 'description' | 'concurrency' | 'nodes' | 'edges'> | null,
): WorkflowValues {
  if (row === null) {
    return { name: '', description: '', concurrency: 'parallel', nodes: [] };
  }
  const { name, description, concurrency, edges } = row;
  return { name, description, concurrency, nodes: inOrder(row.nodes.map((node) => nodeValues(node, edges))) };
}

function nodeValues(node: GraphNode, edges: readonly GraphEdge[]): NodeValues {
  const after = edges.filter(({ to }) => to === node.node).map(({ from, on }) => ({ from, on }));
  switch (node.kind) {
    case 'template':
      return { ...freshNode, ...node, environment: node.environment ?? '', after };
    case 'approval':
      return { ...freshNode, ...node, role: node.role ?? '', after };
    case 'delay':
    case 'condition':
      return { ...freshNode, ...node, after };
    default:
      return { ...freshNode, ...node };
  }
}

const edgesOf = (nodes: readonly NodeValues[]): GraphEdge[] =>
  nodes.flatMap(({ node: to, kind, after }) =>
    kind === 'note' ? [] : after.map(({ from, on }) => ({ from, to, on })),
  );

/** Nodes behind those that lead to them, then those in a loop, then notes. */
function inOrder(nodes: readonly NodeValues[]): NodeValues[] {
  const { order } = graphOrder({ nodes, edges: edgesOf(nodes) });
  const places = new Map(order.map((node, at) => [node, at]));
  const placeOf = ({ kind, node }: NodeValues): number =>
    kind === 'note' ? nodes.length + 1 : (places.get(node) ?? nodes.length);
  return nodes.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** A node as the body of a request has it. */
function nodeBody(values: NodeValues): object {
  const { kind, node, name, join } = values;
  switch (kind) {
    case 'template':
      return {
        kind,
        node,
        name,
        join,
        template_id: values.template_id,
        environment: values.environment,
        variables: values.variables,
      };
    case 'approval':
      return {
        kind,
        node,
        name,
        join,
        role: values.role || null,
        user_ids: values.user_ids,
        four_eyes: values.four_eyes,
        reason_required: values.reason_required,
        approvals_needed: values.approvals_needed,
        deadline_minutes: values.deadline_minutes,
      };
    case 'delay':
      return { kind, node, name, join, delay_minutes: values.delay_minutes };
    case 'condition':
      return { kind, node, name, join, expression: values.expression };
    default:
      return { kind, node, text: values.text };
  }
}

export const workflowBody = ({ name, description, concurrency, nodes }: WorkflowValues): object => ({
  name,
  description,
  concurrency,
  nodes: nodes.map(nodeBody),
  edges: edgesOf(nodes),
});

/** Faults of a workflow, at its name or at its nodes. */
export function workflowIssues(values: WorkflowValues): FormIssue[] {
  const empty = [
    ...(values.name.trim() === '' ? [emptyAt('name')] : []),
    ...(values.nodes.length === 0 ? [emptyAt('nodes')] : []),
  ];
  const issues = formIssues(WorkflowInput, workflowBody(values));
  return [...empty, ...issues.filter(({ path }) => !empty.some((issue) => issue.path[0] === path[0]))];
}

/** Edges are part of the nodes. */
export const workflowPlace: Placing = ({ path }) => (path[0] === 'edges' ? ['nodes'] : path);

/** Faults of one node. @param others names of the other nodes */
export function nodeIssues(values: NodeValues, others: readonly string[]): FormIssue[] {
  const { node, kind } = values;
  const first = [
    ...(node.trim() === '' ? [emptyAt('node')] : []),
    ...(others.includes(node) ? [issueAt(['node'], problem('name_taken'))] : []),
    ...(kind === 'template' && values.template_id === undefined ? [emptyAt('template_id')] : []),
    ...(kind === 'approval' ? approverIssues(values) : []),
    ...(kind === 'delay' && values.delay_minutes === null ? [emptyAt('delay_minutes')] : []),
    ...(values.after.some(({ from }) => from === '') ? [emptyAt('after')] : []),
  ];
  const issues = formIssues(GraphNode, nodeBody(values));
  return [...first, ...issues.filter(({ path }) => !first.some((issue) => issue.path[0] === path[0]))];
}

/** Where no role is asked, the named people have to be enough. */
function approverIssues({ node, role, user_ids: named, approvals_needed }: NodeValues): FormIssue[] {
  const needed = approvals_needed ?? 1;
  if (role !== '' || named.length >= needed) {
    return [];
  }
  return [named.length === 0 ? emptyAt('user_ids') : issueAt(['user_ids'], problem('approvers_few', { node, needed }))];
}

/** The nodes with one of them changed, added or removed; edges follow its name. @param at of the changed one; their number = a new one */
export function withNode(nodes: readonly NodeValues[], at: number, changed: NodeValues | null): NodeValues[] {
  const before = nodes[at];
  const kept = nodes.filter((_, index) => index !== at);
  const lead = ({ from, on }: NodeValues['after'][number]) => {
    const leads = before === undefined || from !== before.node;
    return leads ? [{ from, on }] : changed === null || changed.kind === 'note' ? [] : [{ from: changed.node, on }];
  };
  const others = kept.map((each) => ({ ...each, after: each.after.flatMap(lead) }));
  return inOrder([...others.slice(0, at), ...(changed === null ? [] : [changed]), ...others.slice(at)]);
}

/** A name for a node of what people call it; empty where nothing of it can stand in one. */
export const nodeNameOf = (text: string, others: readonly string[]): string => {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 60);
  const free = [name, ...Array.from({ length: others.length }, (_, at) => `${name}-${at + 2}`)];
  return name === '' ? '' : (free.find((each) => !others.includes(each)) ?? '');
};
