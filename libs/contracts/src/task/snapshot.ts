import { z } from 'zod';
import { Sender } from '../forge/sender.js';
import { Id } from '../primitives/primitives.js';

/** The repository that a task ran from, as it was then. */
const SnapshotRepository = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  branch: z.string(),
  commit: z.string().nullable(),
});

/** The same with its forge and its page there as they are now (`GET …/tasks/{id}/repository`); empty where it has another address by now. */
export const TaskRepository = SnapshotRepository.extend({
  forge: z.enum([...Sender.options, '']),
  web_url: z.string(),
});
export type TaskRepository = z.infer<typeof TaskRepository>;

/**
 * Settings that a task really ran with (`GET …/tasks/{id}/snapshot`), taken when its job was built and completed by the runner.
 * It holds no secret values: only the names under which they were given.
 */
export const TaskSnapshot = z.object({
  repository: SnapshotRepository,
  playbook: z.string(),
  /** `content` is absent from lists and `null` for an inventory that is a path or a workspace. */
  inventory: z
    .object({
      id: Id,
      name: z.string(),
      type: z.string(),
      content: z.string().nullable(),
      sha256: z.string().nullable(),
    })
    .nullable(),
  variables: z.record(z.string(), z.unknown()),
  env: z.record(z.string(), z.string()),
  /** Names of secret variables and of secret environment variables. */
  secret_names: z.array(z.string()),
  params: z.record(z.string(), z.unknown()),
  arguments: z.array(z.string()),
  runner: z.object({ id: Id, name: z.string() }).nullable(),
  /** Program and arguments of the last command, masked; `null` before the tool was started. */
  command: z.array(z.string()).nullable(),
  tool_version: z.string().nullable(),
  /** Container image that its tool was to run in; `null` = none. */
  image: z.string().nullable(),
  /** Digest of that image as it ran, or its id where it came from no registry, as `sha256:` and hex; `null` = not known. */
  image_digest: z.string().nullable(),
});
export type TaskSnapshot = z.infer<typeof TaskSnapshot>;
