import type { Integration } from '@switchyard/database';
import {
  openedSecret,
  type SentParams,
  type StoredParams,
  storedParams,
  storedSecretNames,
} from '../launch/stored-params.js';
import type { Engine } from '../ports.js';

/** Encryption context of the secret answers of an integration: bound to the project, as it has no id before its insert. */
export const integrationSecretContext = (projectId: number): string => `integration_secret:${projectId}`;

/** Answers that are missing may come with a webhook, so none are asked for, as for an autorun. */
const ORIGIN = { kind: 'autorun' } as const;

/** Returns the stored form of the parameters of an integration. @throws as `storedParams` */
export const integrationParams = (engine: Engine, sent: SentParams): Promise<StoredParams> =>
  storedParams(engine, { origin: ORIGIN, context: integrationSecretContext(sent.projectId) }, sent);

type Sealed = Pick<Integration, 'projectId' | 'secret'>;

/** The names of the secret answers that are stored. */
export const integrationSecretNames = (engine: Engine, { projectId, secret }: Sealed): Promise<string[]> =>
  storedSecretNames(engine, integrationSecretContext(projectId), secret);

/** The secret answers: text of a JSON object. @throws when they do not open */
export const integrationSecret = (engine: Pick<Engine, 'secrets'>, { projectId, secret }: Sealed): Promise<string> =>
  openedSecret(engine, integrationSecretContext(projectId), secret);
