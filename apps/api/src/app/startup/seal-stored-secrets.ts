import { holdsCredentials, withoutCredentials } from '@switchyard/contracts';
import { Environment, GitRepository, Template } from '@switchyard/database';
import { isSealed, type SecretBox } from '@switchyard/server';
import type { DataSource, EntityManager } from 'typeorm';
import { updateOwned } from '../../platform/database/owned-rows.repository.js';
import { sealEnvironmentPassword } from '../../resources/environments/stored-secret.js';
import { sealAddress } from '../../resources/git-repositories/stored-address.js';
import { sealDefaults } from '../../resources/templates/stored-default.js';
import { lockUnsealedAddresses, lockUnsealedDefaults, lockUnsealedPasswords } from './unsealed-secret.repository.js';

/** Seals what versions that knew no ciphertext for it have stored. Replicas that start at once wait for each other. */
export async function sealStoredSecrets(box: SecretBox, dataSource: DataSource): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await sealAddresses(box, manager);
    await sealPasswords(box, manager);
    await sealSurveyDefaults(box, manager);
  });
}

async function sealAddresses(box: SecretBox, manager: EntityManager): Promise<void> {
  const rows = await lockUnsealedAddresses(manager);
  for (const { id, git_url: url } of rows.filter((row) => holdsCredentials(row.git_url))) {
    const members = { gitUrl: withoutCredentials(url), secretUrl: sealAddress(box, id, url) };
    await updateOwned(manager, GitRepository, id, members);
  }
}

async function sealPasswords(box: SecretBox, manager: EntityManager): Promise<void> {
  const rows = await lockUnsealedPasswords(manager);
  for (const { id, password } of rows.filter((row) => !isSealed(row.password))) {
    const sealed = password === '' ? null : sealEnvironmentPassword(box, id, password);
    await updateOwned(manager, Environment, id, { password: sealed });
  }
}

async function sealSurveyDefaults(box: SecretBox, manager: EntityManager): Promise<void> {
  const rows = await lockUnsealedDefaults(manager);
  for (const { id, project_id: projectId, survey_vars: stored } of rows) {
    await updateOwned(manager, Template, id, { surveyVars: sealDefaults(box, projectId, stored, stored) });
  }
}
