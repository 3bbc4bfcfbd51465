import type { StoredSurveyVariable } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** Addresses that may hold credentials in clear, locked. */
export function lockUnsealedAddresses(manager: EntityManager): Promise<{ id: number; git_url: string }[]> {
  return manager.query(
    `select id, git_url from git_repository where secret_url is null and git_url ~ '[@?#]' order by id for update`,
  );
}

/** Passwords of environments that may stand in clear, locked. */
export function lockUnsealedPasswords(manager: EntityManager): Promise<{ id: number; password: string }[]> {
  return manager.query(`select id, password from environment where password !~ '^sy1:' order by id for update`);
}

/** Templates with default values of secret questions, locked. */
export function lockUnsealedDefaults(
  manager: EntityManager,
): Promise<{ id: number; project_id: number; survey_vars: StoredSurveyVariable[] }[]> {
  return manager.query(
    `select id, project_id, survey_vars from template
      where survey_vars @? '$[*] ? (@.type == "secret" && @.default_value != "")' order by id for update`,
  );
}
