import type { GraphNode } from '@switchyard/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Project } from '../project/project.entity.js';
import { Template } from '../template/template.entity.js';
import { Workflow } from './workflow.entity.js';

type Approval = Extract<GraphNode, { kind: 'approval' }>;

/** A node of the present graph of a workflow. What its kind does not have is empty. A template that is named cannot be deleted. */
@Entity('workflow_node')
// The nodes of one workflow, each under one name.
@Index('workflow_node_workflow', ['workflowId', 'node'], { unique: true })
// Nodes of one project.
@Index('workflow_node_project', ['projectId'])
// What refers to one template.
@Index('workflow_node_template', ['templateId'], { where: '(template_id IS NOT NULL)' })
export class WorkflowNode {
  /** The order in which they are written. */
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' })
  id!: number;

  /** It goes with the project before its template does. */
  @Column({ type: 'int' })
  @ForeignKey(() => Project, { onDelete: 'CASCADE' })
  projectId!: number;

  @Column({ type: 'int' })
  @ForeignKey(() => Workflow, { onDelete: 'CASCADE' })
  workflowId!: number;

  /** Its name in the graph. */
  @Column({ type: 'text' })
  node!: string;

  @Column({ type: 'text' })
  kind!: GraphNode['kind'];

  @Column({ type: 'text', default: '' })
  name!: string;

  @Column({ type: 'text', default: 'all' })
  join!: Approval['join'];

  @Column({ type: 'int', nullable: true })
  @ForeignKey(() => Template)
  templateId!: number | null;

  /** Extra variables of its task: text of a JSON object. */
  @Column({ type: 'text', nullable: true })
  environment!: string | null;

  /** More extra variables, by expressions. */
  @Column({ type: 'jsonb', default: [] })
  variables!: Extract<GraphNode, { kind: 'template' }>['variables'];

  /** Of a condition. */
  @Column({ type: 'text', default: '' })
  expression!: string;

  /** Who may decide; `null` = the named people alone. */
  @Column({ type: 'text', nullable: true })
  role!: Approval['role'];

  @Column({ type: 'jsonb', default: [] })
  userIds!: number[];

  @Column({ type: 'boolean', default: false })
  fourEyes!: boolean;

  @Column({ type: 'boolean', default: false })
  reasonRequired!: boolean;

  /** How many people have to approve. */
  @Column({ type: 'int', default: 1 })
  approvalsNeeded!: number;

  /** How long people have for the decision, in minutes; `null` = without end. */
  @Column({ type: 'int', nullable: true })
  deadlineMinutes!: number | null;

  /** Of a delay: how long, in minutes. */
  @Column({ type: 'int', nullable: true })
  delayMinutes!: number | null;

  /** Of a note. */
  @Column({ type: 'text', default: '' })
  text!: string;
}
