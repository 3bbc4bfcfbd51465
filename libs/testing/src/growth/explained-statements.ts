/** A node of a plan of PostgreSQL, as `auto_explain` and `explain (analyze, format json)` write it. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** A statement that ran, with its plan. */
export interface ExplainedStatement {
  'Query Text': string;
  Plan: PlanNode;
}

/** How a plan has read a table. */
export interface TableRead {
  table: string;
  /** From its first row to its last. */
  whole: boolean;
  /** Rows that were looked at. */
  rows: number;
}

/** Settings with which a server writes the plan of each statement, as one line of JSON or as several. */
export const EXPLAIN_SETTINGS = {
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_nested_statements': 'on',
} as const;

/** How the statement of a plan has read its tables. */
export const tableReads = ({ Plan: plan }: ExplainedStatement): TableRead[] => readsOf(plan);

function readsOf(node: PlanNode): TableRead[] {
  const below = (node.Plans ?? []).flatMap(readsOf);
  const table = node['Relation Name'];
  if (table === undefined || node['Node Type'] === 'ModifyTable') {
    return below;
  }
  const rows =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  // A scan that another branch of the plan made needless has no loops.
  const loops = node['Actual Loops'] ?? 0;
  return loops === 0 ? below : [{ table, whole: node['Node Type'] === 'Seq Scan', rows: rows * loops }, ...below];
}

/** The plan that `auto_explain` says in a notice; null in another notice. */
export function explanationIn(notice: string): ExplainedStatement | null {
  const at = notice.indexOf('plan:\n{');
  return at < 0 ? null : (JSON.parse(notice.slice(at + 'plan:\n'.length)) as ExplainedStatement);
}

/** The plans that `auto_explain` has written into a log, between other lines. */
export function explanationsIn(log: string): ExplainedStatement[] {
  const found = log.matchAll(/plan:\n(\t\{\n(?:\t.*\n)*?\t\})$/gm);
  return [...found].map(([, text = '']) => JSON.parse(text.replaceAll(/^\t/gm, '')) as ExplainedStatement);
}
