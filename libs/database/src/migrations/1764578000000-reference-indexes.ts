import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index for each reference: without it a row that goes is looked for in the whole table that may refer to it. */
export class ReferenceIndexes1764578000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index branch_listing_checked;
      create index branch_listing_checked on branch_listing (repository_id);
      create index git_repository_ssh_key on git_repository (ssh_key_id);
      create index inventory_ssh_key on inventory (ssh_key_id) where ssh_key_id is not null;
      create index inventory_become_key on inventory (become_key_id) where become_key_id is not null;
      create index inventory_repository on inventory (repository_id) where repository_id is not null;
      create index runner_registration_token_project on runner_registration_token (project_id) where project_id is not null;
      create index runner_registration_token_creator on runner_registration_token (created_by) where created_by is not null;
      create index template_inventory on template (inventory_id) where inventory_id is not null;
      create index template_repository on template (repository_id);
      create index template_environment on template (environment_id) where environment_id is not null;
      create index template_vault_project on template_vault (project_id);
      create index template_vault_key on template_vault (vault_key_id) where vault_key_id is not null;
      create index terraform_alias_project on terraform_alias (project_id);
      create index terraform_alias_auth_key on terraform_alias (auth_key_id);
      create index terraform_lock_attempt on terraform_lock (attempt_id) where attempt_id is not null;
      create index terraform_lock_alias on terraform_lock (alias_id) where alias_id is not null;
      create index terraform_state_project on terraform_state (project_id);
      create index terraform_state_user on terraform_state (user_id) where user_id is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index git_repository_ssh_key, inventory_ssh_key, inventory_become_key, inventory_repository, runner_registration_token_project,
        runner_registration_token_creator, template_inventory, template_repository, template_environment, template_vault_project,
        template_vault_key, terraform_alias_project, terraform_alias_auth_key, terraform_lock_attempt, terraform_lock_alias,
        terraform_state_project, terraform_state_user;
      drop index branch_listing_checked;
      create index branch_listing_checked on branch_listing (repository_id) where schedule_id is not null;
    `);
  }
}
