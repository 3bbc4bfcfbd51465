import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Template } from '../template/template.entity.js';
import { Workflow } from './workflow.entity.js';

/** A template that the present graph of a workflow starts. One that is named cannot be deleted. */
@Entity('workflow_template')
// What refers to one template.
@Index('workflow_template_template', ['templateId'])
export class WorkflowTemplate {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Workflow, { onDelete: 'CASCADE' })
  workflowId!: number;

  @PrimaryColumn({ type: 'int' })
  @ForeignKey(() => Template)
  templateId!: number;
}
