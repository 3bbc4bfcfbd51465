import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Variables and conditions of workflows by expressions. Graphs that are kept get the list that templates have now. */
export class WorkflowExpressions1764585100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table workflow_node add variables jsonb not null default '[]', add expression text not null default ''`,
    );
    await runner.query(`
      update workflow_version set graph = jsonb_set(graph, '{nodes}', (
        select jsonb_agg(case when node ->> 'kind' = 'template' then '{"variables": []}' || node else node end order by at)
          from jsonb_array_elements(graph -> 'nodes') with ordinality as given(node, at)))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workflow_node drop variables, drop expression');
  }
}
