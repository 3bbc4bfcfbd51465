import { GraphNode, MAX_NODES, Workflow as WireWorkflow, WorkflowInput } from '@switchyard/contracts';
import { Workflow, WorkflowNode } from '@switchyard/database';
import { MEBIBYTE } from '@switchyard/server';
import { child, defineResource } from './definition.js';
import { ListQuery } from '../platform/http/list-query.js';

/** A graph of templates and approvals. Its nodes are rows of their own. */
export const workflowResource = defineResource({
  entity: Workflow,
  noun: 'workflow',
  plural: 'Workflows',
  path: 'workflows',
  list: 'workflows',
  label: 'name',
  title: ({ name }) => name,
  members: { name: 'shown', description: 'shown', concurrency: 'shown', edges: 'shown' },
  children: [
    child<WorkflowNode>({
      entity: WorkflowNode,
      owner: 'workflowId',
      members: {
        workflowId: 'shown',
        node: 'shown',
        kind: 'shown',
        name: 'shown',
        join: 'shown',
        templateId: 'shown',
        environment: 'content',
        variables: 'content',
        expression: 'shown',
        role: 'shown',
        userIds: 'shown',
        fourEyes: 'shown',
        reasonRequired: 'shown',
        approvalsNeeded: 'shown',
        deadlineMinutes: 'shown',
        delayMinutes: 'shown',
        text: 'shown',
      },
      backup: {
        list: 'nodes',
        most: MAX_NODES,
        input: GraphNode,
        columns: nodeColumns,
        shown: ownColumns,
        people: 'userIds',
      },
    }),
  ],
  backup: { section: 'workflows' },
  input: WorkflowInput,
  output: WireWorkflow,
  query: ListQuery,
  bodyLimit: 4 * MEBIBYTE,
  example: ({ templateId }) => ({
    name: 'w',
    description: 'd',
    nodes: [{ kind: 'template', node: 'build', template_id: templateId }],
  }),
  unlessSent: { concurrency: 'parallel' },
  columns: ({ name, description, concurrency, edges }) => ({ name, description, concurrency, edges }),
});

type NodeColumns = Omit<WorkflowNode, 'id' | 'projectId' | 'workflowId'>;

const EMPTY = {
  name: '',
  join: 'all',
  templateId: null,
  environment: null,
  variables: [],
  expression: '',
  role: null,
  userIds: [],
  fourEyes: false,
  reasonRequired: false,
  approvalsNeeded: 1,
  deadlineMinutes: null,
  delayMinutes: null,
  text: '',
} as const;

/** Columns of a node that a body sets; those that its kind does not have are empty. */
export function nodeColumns(input: GraphNode): NodeColumns {
  const { node, kind } = input;
  const empty = { ...EMPTY, userIds: [], variables: [], node, kind };
  switch (input.kind) {
    case 'template':
      return {
        ...empty,
        name: input.name,
        join: input.join,
        templateId: input.template_id,
        environment: input.environment,
        variables: input.variables,
      };
    case 'approval':
      return {
        ...empty,
        name: input.name,
        join: input.join,
        role: input.role,
        userIds: input.user_ids,
        fourEyes: input.four_eyes,
        reasonRequired: input.reason_required,
        approvalsNeeded: input.approvals_needed,
        deadlineMinutes: input.deadline_minutes,
      };
    case 'delay':
      return { ...empty, name: input.name, join: input.join, delayMinutes: input.delay_minutes };
    case 'condition':
      return { ...empty, name: input.name, join: input.join, expression: input.expression };
    default:
      return { ...empty, text: input.text };
  }
}

const COMMON = ['node', 'kind', 'name', 'join'] as const;
/** The columns that a kind of node has. */
const COLUMNS: Readonly<Record<GraphNode['kind'], readonly (keyof NodeColumns)[]>> = {
  template: [...COMMON, 'templateId', 'environment', 'variables'],
  approval: [...COMMON, 'role', 'userIds', 'fourEyes', 'reasonRequired', 'approvalsNeeded', 'deadlineMinutes'],
  delay: [...COMMON, 'delayMinutes'],
  condition: [...COMMON, 'expression'],
  note: ['node', 'kind', 'text'],
};

/** The columns that the kind of the node has. */
function ownColumns(row: WorkflowNode): Partial<WorkflowNode> {
  return Object.fromEntries(COLUMNS[row.kind].map((name) => [name, row[name]]));
}

/** A node as it is read. */
export function toNode(row: WorkflowNode): GraphNode {
  const { node, name, join } = row;
  switch (row.kind) {
    case 'template':
      return {
        kind: 'template',
        node,
        name,
        join,
        template_id: row.templateId ?? 0,
        environment: row.environment,
        variables: row.variables,
      };
    case 'approval':
      return {
        kind: 'approval',
        node,
        name,
        join,
        role: row.role,
        user_ids: row.userIds,
        four_eyes: row.fourEyes,
        reason_required: row.reasonRequired,
        approvals_needed: row.approvalsNeeded,
        deadline_minutes: row.deadlineMinutes,
      };
    case 'delay':
      return { kind: 'delay', node, name, join, delay_minutes: row.delayMinutes ?? 0 };
    case 'condition':
      return { kind: 'condition', node, name, join, expression: row.expression };
    default:
      return { kind: 'note', node, text: row.text };
  }
}
