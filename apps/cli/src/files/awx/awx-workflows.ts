import { own } from '@switchyard/contracts';
import { type Entry, isObject, present, type SourceRow, textOf } from '../source-values.js';
import { nameOf, objects, related } from './awx-export.js';
import { variablesOf, withoutSecrets } from './awx-variables.js';

/** Jobs that need no node here: a task fetches its repository and its inventory itself. */
const NEEDLESS: readonly string[] = ['project', 'inventory_source'];

/** Longest deadline of an approval here, in minutes. */
const MAX_DEADLINE = 43_200;

/** Prompts of a node that have no counterpart where they are set. */
const PROMPTS = [
  'inventory',
  'limit',
  'scm_branch',
  'job_type',
  'job_tags',
  'skip_tags',
  'diff_mode',
  'verbosity',
  'execution_environment',
  'forks',
  'job_slice_count',
  'timeout',
];

const EDGES = { success_nodes: 'success', failure_nodes: 'failure', always_nodes: 'always' } as const;

/** What a workflow uses of its organization. */
interface WorkflowContext {
  /** The name of the template that a job template became; `null` = there is none. */
  templateOf(key: unknown): string | null;
  note(text: string): void;
}

/** Converts the graph of a workflow. */
class WorkflowReader {
  private readonly nodes: readonly SourceRow[];
  /** Ids of the nodes by what names them there. */
  private readonly ids = new Map<string, string>();

  constructor(
    private readonly workflow: SourceRow,
    private readonly context: WorkflowContext,
  ) {
    this.nodes = related(workflow, 'workflow_nodes');
    const taken = new Set<string>();
    for (const node of this.nodes) {
      const id = freeId(wordOf(this.shownName(node)), taken);
      this.ids.set(identifierOf(node), id);
    }
  }

  read(): Entry | null {
    if (this.nodes.length === 0) {
      this.note('it has no nodes, so it is left out');
      return null;
    }
    const nodes = this.nodes.map((node) => this.node(node));
    const edges = this.nodes.flatMap((node) => this.edges(node));
    if (edges.length === 0 && nodes.length > 1) {
      this.note('the export holds no connections between its nodes: all start at once, so connect them');
    }
    this.noteLosses();
    return { description: textOf(this.workflow, 'description'), nodes, edges };
  }

  private note(text: string): void {
    this.context.note(`workflow "${nameOf(this.workflow)}": ${text}`);
  }

  private noteLosses(): void {
    if (this.workflow['survey_enabled'] === true) {
      this.note('its survey does not come');
    }
    if (textOf(this.workflow, 'webhook_service') !== '') {
      this.note('its webhook does not come');
    }
    if (this.workflow['inventory'] !== null && isObject(this.workflow['inventory'])) {
      this.note('its inventory does not come: each template has its own');
    }
    if (textOf(this.workflow, 'limit') !== '') {
      this.note('its limit does not come');
    }
  }

  private shownName(node: SourceRow): string {
    const job = node['unified_job_template'];
    const name = nameOf(approvalOf(node) ?? {}) || (isObject(job) ? nameOf(job) : '');
    return name || identifierOf(node);
  }

  private node(node: SourceRow): Entry {
    const common = {
      node: this.ids.get(identifierOf(node)) ?? '',
      join: node['all_parents_must_converge'] === true ? 'all' : 'any',
    };
    const job = node['unified_job_template'];
    const template = isObject(job) && textOf(job, 'type') === 'job_template' ? this.context.templateOf(job) : null;
    if (template !== null) {
      return { ...common, kind: 'template', ...this.launchOf(node, template) };
    }
    const approval = approvalOf(node);
    return approval === null
      ? { ...common, ...this.placeholder(node) }
      : { ...common, kind: 'approval', name: this.shownName(node), role: 'manager', ...deadlineOf(approval) };
  }

  /** Variables of the workflow win over those of a node. */
  private launchOf(node: SourceRow, template: string): Entry {
    const lost = PROMPTS.filter((name) => ![null, undefined, '', false].includes(own(node, name) as null));
    if (lost.length > 0) {
      this.note(
        `its node "${template}" has settings of its own, which do not come: ${new Intl.ListFormat('en').format(lost)}`,
      );
    }
    const extra = isObject(node['extra_data']) ? node['extra_data'] : {};
    const { plain, secret } = withoutSecrets({ ...extra, ...variablesOf(textOf(this.workflow, 'extra_vars')) });
    secret.forEach((name) => this.note(`the value of the variable "${name}" of "${template}" was not exported`));
    return present({ template, environment: Object.keys(plain).length === 0 ? null : JSON.stringify(plain) });
  }

  /** Stands where a job does not come: what follows goes on where it is needless, and waits for a person where it is not. */
  private placeholder(node: SourceRow): Entry {
    const job = node['unified_job_template'];
    const type = isObject(job) ? textOf(job, 'type') : '';
    const name = this.shownName(node);
    if (NEEDLESS.includes(type)) {
      this.note(`its node "${name}" fetches what tasks fetch here themselves: a condition that holds is in its place`);
      return { kind: 'condition', name, expression: 'true' };
    }
    this.note(`its node "${name}" does not come: an approval is in its place`);
    return { kind: 'approval', name, role: 'manager' };
  }

  private edges(node: SourceRow): Entry[] {
    const from = this.ids.get(identifierOf(node));
    return Object.entries(EDGES).flatMap(([list, on]) =>
      related(node, list).flatMap((key) => {
        const to = this.ids.get(identifierOf(key));
        return to === undefined ? [] : [{ from, to, on }];
      }),
    );
  }
}

/** The workflow that a workflow job template becomes; `null` = it is empty. */
export const workflowOf = (workflow: SourceRow, context: WorkflowContext): Entry | null =>
  new WorkflowReader(workflow, context).read();

/** Of a node, or of a natural key of one. */
function identifierOf(node: SourceRow): string {
  const key = node['natural_key'];
  return textOf(node, 'identifier') || (isObject(key) ? textOf(key, 'identifier') : '');
}

/** The approval that a node is, as an object or a list of one; `null` = it is none. */
function approvalOf(node: SourceRow): SourceRow | null {
  const lists = node['related'];
  const made = isObject(lists) ? lists['create_approval_template'] : null;
  const job = node['unified_job_template'];
  const isNamed = isObject(job) && textOf(job, 'type') === 'workflow_approval_template';
  return (isObject(made) ? made : (objects(made)[0] ?? null)) ?? (isNamed ? (job as SourceRow) : null);
}

/** Seconds there; 0 = without end. */
function deadlineOf(approval: SourceRow): Entry {
  const minutes = Math.ceil(Math.max(0, Number(approval['timeout'] ?? 0)) / 60);
  return minutes > 0 ? { deadline_minutes: Math.min(MAX_DEADLINE, minutes) } : {};
}

/** Longest word of a node without the number of a second one. */
const MAX_WORD = 56;

/** A name as a node of ours is called. */
function wordOf(name: string): string {
  const word = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return (/^[a-z]/.test(word) ? word : `node-${word}`).slice(0, MAX_WORD).replace(/-+$/, '');
}

function freeId(word: string, taken: Set<string>): string {
  let free = word;
  for (let count = 2; taken.has(free); count += 1) {
    free = `${word}-${count}`;
  }
  taken.add(free);
  return free;
}
