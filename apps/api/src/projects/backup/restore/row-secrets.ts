import {
  type AlertChannelInput,
  type DeliverySecret,
  alertSecretContext,
  type EnvironmentInput,
  type KeyInput,
  missingChannelSecret,
  privateKeyProblem,
  withoutCredentials,
} from '@switchyard/contracts';
import { integrationSecretContext, scheduleSecretContext } from '@switchyard/engine';
import { sealEnvironmentPassword } from '../../../resources/environments/stored-secret.js';
import { sealAddress } from '../../../resources/git-repositories/stored-address.js';
import { credentialFault, credentialOf } from '../../../resources/keys/key-credential.js';
import { sealCredential } from '../../../resources/keys/stored-credential.js';
import { publicKeyOf } from '../../../definitions/ssh-public-key.js';
import type { ReadRow, RowSeals } from './document-reader.js';
import type { Findings } from './findings.js';
import type { OpenedSecrets } from './opened-secrets.js';

interface SecretContext {
  opened: OpenedSecrets;
  findings: Findings;
}

/** The sealed text of a member of a row; undefined without one. */
export const openedOf = ({ path }: Pick<ReadRow, 'path'>, member: string, opened: OpenedSecrets): string | undefined =>
  opened.get([...path, member].join('.'));

const KEY_MEMBERS = {
  ssh: ['ssh.login', 'ssh.passphrase', 'ssh.private_key'],
  login_password: ['login_password.login', 'login_password.password'],
  github_app: ['github_app.server', 'github_app.app_id', 'github_app.installation_id', 'github_app.private_key'],
  none: [],
} as const;

/** A key keeps what its form would: what was sealed is judged like what people enter. */
export function sealKey(row: ReadRow, { opened, findings }: SecretContext): void {
  const { type, ssh, ...input } = row.input as KeyInput;
  const members = [...KEY_MEMBERS[type]];
  if (!members.some((member) => openedOf(row, member, opened) !== undefined)) {
    return;
  }
  const body = { ...input, type, ssh: ssh && { ...ssh, generate: false } };
  if (credentialFault(body) !== null) {
    findings.refuse(row.path, 'restore_misplaced');
    return;
  }
  const credential = credentialOf(body);
  const privateKey = credential.type === 'ssh' && input.vault_reference === null ? credential.private_key : null;
  row.seals = {
    secret: (box, { id }) => sealCredential(box, id, credential),
    public_key: () => (privateKey === null ? null : publicKeyOf(privateKey)),
    problem: () => (privateKey === null ? null : privateKeyProblem(privateKey)),
  };
}

/** An address with credentials, which older versions took. */
export function sealRepository(row: ReadRow, { opened, findings }: SecretContext): void {
  const url = openedOf(row, 'secret_url', opened);
  if (url === undefined) {
    return;
  }
  if (withoutCredentials(url) !== row.columns.gitUrl) {
    findings.refuse([...row.path, 'git_url'], 'restore_misplaced');
  }
  row.seals = { secret_url: (box, { id }) => sealAddress(box, id, url) };
}

/** An older client's password member may hold a secret, so it is never taken in clear from a file. */
export function sealEnvironment(row: ReadRow, { opened, findings }: SecretContext): void {
  const { password } = row.input as EnvironmentInput;
  if (openedOf(row, 'password', opened) !== undefined) {
    row.seals = { password: (box, { id }) => sealEnvironmentPassword(box, id, password ?? '') };
  } else if (password) {
    findings.note([...row.path, 'password'], 'restore_secret');
  }
}

const CONTEXTS = { schedule: scheduleSecretContext, integration: integrationSecretContext } as const;

/** @param answers to secret questions, a JSON object */
export const sealAnswers = (noun: keyof typeof CONTEXTS, answers: string): RowSeals => ({
  secret: (box, { projectId }) => box.seal(answers, CONTEXTS[noun](projectId)),
});

/** False when the channel lacks what it needs to reach somebody. */
export function sealChannel(row: ReadRow, { opened }: SecretContext): boolean {
  const { type } = row.input as AlertChannelInput;
  const [url = '', token = ''] = ['url', 'token'].map((member) => openedOf(row, member, opened));
  const secret: DeliverySecret = { url, token };
  if (url + token !== '') {
    row.seals = { secret: (box, { id }) => box.seal(JSON.stringify(secret), alertSecretContext(id)) };
  }
  return missingChannelSecret({ type, ...secret }) === null;
}
