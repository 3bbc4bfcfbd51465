import { parseObject, type ScheduleTaskParams } from '@switchyard/contracts';
import type { Schedule } from '@switchyard/database';
import { launchedTask, referencesOf } from '../launch/launched-task.js';
import { draftOf } from '../launch/task-draft.js';
import { readSources } from '../launch/task-sources.js';
import type { Engine } from '../ports.js';
import { scheduleSecretContext } from './scheduled-launch.js';

/** What a schedule is to launch with, as it was sent. */
export interface SentParams {
  projectId: number;
  templateId: number;
  params: ScheduleTaskParams;
  /** Secret answers that are stored, sealed: each stays unless the body has one of its name; an empty one removes it. */
  stored: string | null;
}

/**
 * What is stored of it. Answers to secret questions are secrets wherever they were sent.
 * @throws NotFoundError for what the project does not have, LaunchRefusedError when a launch with it is refused
 */
export async function scheduleParams(
  engine: Engine,
  { projectId, templateId, params, stored }: SentParams,
): Promise<Pick<Schedule, 'taskParams' | 'secret'>> {
  const input = { ...params, id: null, template_id: templateId };
  const sources = await readSources(engine, referencesOf({ projectId, input }));
  const secretNames = new Set(
    sources.template.surveyVars.flatMap(({ type, name }) => (type === 'secret' ? [name] : [])),
  );
  const sent = Object.entries(parseObject(params.environment));
  const environment = JSON.stringify(Object.fromEntries(sent.filter(([name]) => !secretNames.has(name))));
  const secrets = Object.entries({
    ...parseObject(await opened(engine, projectId, stored)),
    ...Object.fromEntries(sent.filter(([name]) => secretNames.has(name))),
    ...parseObject(params.secret),
  }).filter(([, value]) => value !== null && value !== '');
  const secret = JSON.stringify(Object.fromEntries(secrets));
  const { task } = launchedTask(ORIGIN, { projectId, input: { ...input, environment, secret } }, sources);
  draftOf(task, sources, null);
  return {
    taskParams: { ...present(params), environment },
    secret: secrets.length === 0 ? null : await engine.secrets.seal(secret, scheduleSecretContext(projectId)),
  };
}

/** The rules of a launch do not ask which schedule it is. */
const ORIGIN = { kind: 'schedule', scheduleId: 0 } as const;

/** The names of the secret answers that are stored. */
export async function secretNames(
  engine: Engine,
  { projectId, secret }: Pick<Schedule, 'projectId' | 'secret'>,
): Promise<string[]> {
  return Object.keys(parseObject(await opened(engine, projectId, secret))).sort();
}

const opened = ({ secrets }: Engine, projectId: number, sealed: string | null) =>
  sealed === null ? '{}' : secrets.openText(sealed, scheduleSecretContext(projectId));

const present = (params: ScheduleTaskParams): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params).filter(([name, value]) => name !== 'secret' && value !== null && value !== undefined),
  );
