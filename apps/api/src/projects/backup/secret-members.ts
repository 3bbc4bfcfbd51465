import { type DeliverySecret, alertSecretContext } from '@switchyard/contracts';
import type {
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
import type { SecretBox } from '@switchyard/server';
import { openEnvironmentPassword, openEnvironmentSecret } from '../../resources/environments/stored-secret.js';
import { openAddress } from '../../resources/git-repositories/stored-address.js';
import { openCredential } from '../../resources/keys/stored-credential.js';
import type { ResourceNoun } from '../../definitions/all-resources.js';
import type { OwnedRow } from '../../platform/database/owned-rows.repository.js';
import { openDefault } from '../../resources/templates/stored-default.js';
import { openVaultToken } from '../../resources/vault/vault-token.js';

/** Secrets in clear by their members, as the form of the resource has them. */
export type SecretMembers = Readonly<Record<string, string>>;

/** A method, so that each reader takes the rows of its kind. @param secrets of a variable group, in their order in the file */
interface Readers {
  reader(box: SecretBox, row: OwnedRow, secrets: readonly EnvironmentSecret[]): SecretMembers;
}
type Reader = Readers['reader'];

/** Readers of a row's secrets. A kind that is missing has none. */
const READERS: Partial<Readonly<Record<ResourceNoun, Reader>>> = {
  key: credentialMembers,
  repository: (box, { id, secretUrl }: GitRepository): SecretMembers =>
    secretUrl === null ? {} : { secret_url: openAddress(box, { id, secretUrl }) },
  environment: (box, { id, password }: Environment, secrets) => ({
    ...(password !== null && { password: openEnvironmentPassword(box, id, password) }),
    ...Object.fromEntries(secrets.map((row, index) => [`secrets.${index}.secret`, openEnvironmentSecret(box, row)])),
  }),
  template: (box, { projectId, surveyVars }: Template) =>
    Object.fromEntries(
      surveyVars.flatMap(({ name, sealed_default: sealed }, index) =>
        sealed ? [[`survey_vars.${index}.default_value`, openDefault(box, projectId, name, sealed)]] : [],
      ),
    ),
  schedule: (box, { projectId, secret }: Schedule) => answers(box, secret, scheduleSecretContext(projectId)),
  integration: (box, { projectId, secret }: Integration) => answers(box, secret, integrationSecretContext(projectId)),
  channel: (box, { id, secret }: AlertChannel) =>
    secret === null ? {} : { ...(JSON.parse(box.openText(secret, alertSecretContext(id))) as DeliverySecret) },
};

function credentialMembers(box: SecretBox, key: AccessKey): SecretMembers {
  const { type, ...members } = openCredential(box, key);
  return Object.fromEntries(Object.entries(members).map(([name, text]) => [`${type}.${name}`, text]));
}

const answers = (box: SecretBox, secret: string | null, context: string): SecretMembers =>
  secret === null ? {} : { 'task_params.secret': box.openText(secret, context) };

export const hasSecrets = (noun: ResourceNoun): boolean => READERS[noun] !== undefined;

/** The secrets of a row. @throws EncryptionError when one does not open */
export function secretMembersOf(
  box: SecretBox,
  noun: ResourceNoun,
  { row, secrets }: { row: OwnedRow; secrets: readonly EnvironmentSecret[] },
): SecretMembers {
  return READERS[noun]?.(box, row, secrets) ?? {};
}

/** The secrets of the project itself, by their members of `meta`: a token stays with the vault that it was entered for. */
export function projectSecretsOf(box: SecretBox, project: Project): SecretMembers {
  const token = openVaultToken(box, project);
  const { vaultAddress, vaultNamespace } = project;
  return token === null
    ? {}
    : { vault_token: token, vault_address: vaultAddress ?? '', vault_namespace: vaultNamespace ?? '' };
}
