import { exactJson, parseExactObject, parseObject, type ScheduleTaskParams, TaskInput } from '@switchyard/contracts';
import type { Engine } from '../ports.js';
import type { LaunchOrigin } from './launch-origin.js';
import { launchedTask, referencesOf } from './launched-task.js';
import { draftOf } from './task-draft.js';
import { readSources } from './task-sources.js';

/** Parameters of a later launch, as they were sent. */
export interface SentParams {
  projectId: number;
  templateId: number;
  params: ScheduleTaskParams;
  /** Secret answers that are stored, sealed: each stays unless the body has one of its name; an empty one removes it. */
  stored: string | null;
}

/** Parameters of a launch that are kept in clear. */
type KeptParams = Record<string, unknown> & { environment?: string };

/** The parameters of a launch as they are kept until then. */
export interface StoredParams {
  /** Body of the launch, without template and secret answers. */
  taskParams: Record<string, unknown>;
  /** Ciphertext of the secret answers: a JSON object. */
  secret: string | null;
}

/** By whose rules the parameters are judged, and the encryption context of the secret answers. */
export interface ParamsPlace {
  origin: LaunchOrigin;
  context: string;
}

/**
 * Returns the stored form of these parameters. Answers to secret questions are secrets wherever they were sent.
 * @throws MissingReferenceError for what the project does not have, LaunchRefusedError when a launch with it is refused
 */
export async function storedParams(
  engine: Engine,
  { origin, context }: ParamsPlace,
  { projectId, templateId, params, stored }: SentParams,
): Promise<StoredParams> {
  const input = TaskInput.parse({ ...params, template_id: templateId });
  const sources = await readSources(engine, referencesOf({ projectId, input }));
  const secretNames = new Set(
    sources.template.surveyVars.flatMap(({ type, name }) => (type === 'secret' ? [name] : [])),
  );
  const { taskParams, answers } = partedParams(params, secretNames);
  const secrets = Object.entries({ ...parseObject(await openedSecret(engine, context, stored)), ...answers }).filter(
    ([, value]) => value !== null && value !== '',
  );
  const secret = JSON.stringify(Object.fromEntries(secrets));
  const { task } = launchedTask(
    origin,
    { projectId, input: { ...input, environment: taskParams.environment ?? '{}', secret } },
    sources,
  );
  draftOf(task, sources, null);
  return {
    taskParams,
    secret: secrets.length === 0 ? null : await engine.secrets.seal(secret, context),
  };
}

/** Separates the parameters of a launch that are kept in clear from the answers to secret questions, wherever they stand. */
export function partedParams(params: ScheduleTaskParams, secretNames: ReadonlySet<string>) {
  const sent = Object.entries(parseExactObject(params.environment));
  const secret = sent.filter(([name]) => secretNames.has(name));
  const clear = sent.filter(([name]) => !secretNames.has(name));
  const environment = secret.length === 0 ? params.environment : exactJson(Object.fromEntries(clear));
  return {
    taskParams: present({ ...params, environment: environment ?? null }),
    answers: { ...Object.fromEntries(secret), ...parseObject(params.secret) },
  };
}

/** The names of the secret answers that are stored. */
export const storedSecretNames = async (engine: Engine, context: string, secret: string | null): Promise<string[]> =>
  Object.keys(parseObject(await openedSecret(engine, context, secret))).sort();

/** Text of a JSON object. @throws when it does not open */
export const openedSecret = async (
  { secrets }: Pick<Engine, 'secrets'>,
  context: string,
  sealed: string | null,
): Promise<string> => (sealed === null ? '{}' : secrets.openText(sealed, context));

const present = (params: ScheduleTaskParams): KeptParams =>
  Object.fromEntries(
    Object.entries(params).filter(([name, value]) => name !== 'secret' && value !== null && value !== undefined),
  );
