import { generateKeyPairSync } from 'node:crypto';
import { alertSecretContext } from '@switchyard/contracts';
import {
  AccessKey,
  AlertChannel,
  Environment,
  EnvironmentSecret,
  GitRepository,
  Integration,
  Project,
  Schedule,
  Template,
} from '@switchyard/database';
import { integrationSecretContext, scheduleSecretContext } from '@switchyard/engine';
import { SecretBox } from '@switchyard/server';
import { IsNull, Not } from 'typeorm';
import {
  openEnvironmentPassword,
  openEnvironmentSecret,
  sealEnvironmentPassword,
  sealEnvironmentSecret,
} from '../resources/environments/stored-secret.js';
import { openAddress, sealAddress } from '../resources/git-repositories/stored-address.js';
import { openCredential, sealCredential } from '../resources/keys/stored-credential.js';
import { openDefault, sealDefaults } from '../resources/templates/stored-default.js';
import { openVaultToken, sealVaultToken } from '../resources/vault/vault-token.js';
import type { TestApp } from './test-app.js';

type Place = Pick<TestApp, 'dataSource' | 'app'>;

/** A secret that stands nowhere else. */
export const CANARY = 'canary-sealed-7d20';

/** Of a GitHub App, which is judged when it is restored. */
const APP_KEY = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString();

/** Gives whatever of a project can hold a secret one that contains the canary. */
export async function storeSecrets({ dataSource: { manager }, app }: Place, projectId: number): Promise<void> {
  const box = app.get(SecretBox);
  const owned = { projectId };
  const vault = { vaultTokenEncrypted: sealVaultToken(box, projectId, CANARY), vaultAddress: 'https://vault.example' };
  await manager.update(Project, { id: projectId }, vault);
  for (const { id, type } of await manager.findBy(AccessKey, { ...owned, vaultReference: IsNull() })) {
    const login = `login ${id}`;
    const ssh = { type: 'ssh', login, passphrase: 'ä', private_key: `-----BEGIN-----\n${CANARY}\n` } as const;
    const password = { type: 'login_password', login, password: `${CANARY} ${id}` } as const;
    const app = {
      type: 'github_app',
      server: 'https://git.example',
      app_id: `${id}`,
      installation_id: '',
      private_key: APP_KEY,
    } as const;
    const credentials = { ssh, login_password: password, github_app: app, none: { type: 'none' } as const };
    await manager.update(AccessKey, id, { secret: sealCredential(box, id, credentials[type]) });
  }
  for (const { id, gitUrl } of await manager.findBy(GitRepository, owned)) {
    if (gitUrl.startsWith('https://')) {
      const url = gitUrl.replace('https://', `https://user:${CANARY}@`);
      await manager.update(GitRepository, id, { secretUrl: sealAddress(box, id, url) });
    }
  }
  for (const { id: environmentId } of await manager.findBy(Environment, owned)) {
    const password = sealEnvironmentPassword(box, environmentId, CANARY);
    await manager.update(Environment, environmentId, { password });
    for (const [type, name] of [['var', 'token'] as const, ['env', 'TOKEN'] as const]) {
      const { id } = await manager.save(manager.create(EnvironmentSecret, { environmentId, type, name, secret: '' }));
      await manager.update(EnvironmentSecret, id, { secret: sealEnvironmentSecret(box, id, `${CANARY} 日本 ${name}`) });
    }
  }
  for (const { id, surveyVars } of await manager.findBy(Template, owned)) {
    const questions = surveyVars.map((each) => (each.type === 'secret' ? { ...each, default_value: CANARY } : each));
    await manager.update(Template, id, { surveyVars: sealDefaults(box, projectId, questions, []) });
  }
  const answers = JSON.stringify({ answer: CANARY });
  await manager.update(
    Schedule,
    { ...owned, templateId: Not(IsNull()) },
    { secret: box.seal(answers, scheduleSecretContext(projectId)) },
  );
  await manager.update(Integration, owned, { secret: box.seal(answers, integrationSecretContext(projectId)) });
  for (const { id } of await manager.findBy(AlertChannel, owned)) {
    const secret = JSON.stringify({ url: `https://hooks.example/${CANARY}`, token: '' });
    const channel = {
      type: 'slack',
      target: 'hooks.example',
      secret: box.seal(secret, alertSecretContext(id)),
    } as const;
    await manager.update(AlertChannel, id, channel);
  }
}

/** All secrets of a project in clear, in the order of their rows. */
export async function readSecrets({ dataSource: { manager }, app }: Place, projectId: number) {
  const box = app.get(SecretBox);
  const of = <E extends { id: number; projectId: number }>(entity: new () => E): Promise<E[]> =>
    manager.find(entity, { where: { projectId } as never, order: { id: 'ASC' } as never });
  const project = await manager.findOneByOrFail(Project, { id: projectId });
  const environments = await of(Environment);
  const secrets = await manager.find(EnvironmentSecret, {
    where: environments.map(({ id }) => ({ environmentId: id })),
    order: { id: 'ASC' },
  });
  return {
    vault: [openVaultToken(box, project), project.vaultAddress, project.vaultNamespace],
    keys: (await of(AccessKey)).map((key) => openCredential(box, key)),
    addresses: (await of(GitRepository)).map(({ id, secretUrl }) => secretUrl && openAddress(box, { id, secretUrl })),
    passwords: environments.map(({ id, password }) => password && openEnvironmentPassword(box, id, password)),
    variables: secrets.map((row) => [row.type, row.name, openEnvironmentSecret(box, row)]),
    defaults: (await of(Template)).flatMap(({ surveyVars }) =>
      surveyVars.map(({ name, sealed_default: text }) => text && openDefault(box, projectId, name, text)),
    ),
    answers: [
      ...(await of(Schedule)).map(({ secret }) => secret && box.openText(secret, scheduleSecretContext(projectId))),
      ...(await of(Integration)).map(
        ({ secret }) => secret && box.openText(secret, integrationSecretContext(projectId)),
      ),
    ],
    channels: (await of(AlertChannel)).map(
      ({ id, active, secret }) => [active, secret && box.openText(secret, alertSecretContext(id))] as const,
    ),
  };
}
