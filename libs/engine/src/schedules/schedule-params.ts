import type { Schedule } from '@switchyard/database';
import { type SentParams, type StoredParams, storedParams, storedSecretNames } from '../launch/stored-params.js';
import type { Engine } from '../ports.js';
import { scheduleSecretContext } from './launch-schedules.js';

/** Returns the stored form of the parameters of a schedule, checked by the rules of a launch. @throws as `storedParams` */
export const scheduleParams = (engine: Engine, sent: SentParams): Promise<StoredParams> =>
  storedParams(engine, { origin: ORIGIN, context: scheduleSecretContext(sent.projectId) }, sent);

/** The rules of a launch do not ask which schedule it is. */
const ORIGIN = { kind: 'schedule', scheduleId: 0 } as const;

/** The names of the secret answers that are stored. */
export const secretNames = (
  engine: Engine,
  { projectId, secret }: Pick<Schedule, 'projectId' | 'secret'>,
): Promise<string[]> => storedSecretNames(engine, scheduleSecretContext(projectId), secret);
