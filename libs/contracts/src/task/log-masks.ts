import { z } from 'zod';

/** Longest name of a secret, in characters. */
export const MAX_SECRET_NAME = 100;

/**
 * Name of a secret as people know it. It is written by people and is no secret itself.
 *
 * - `key`: a key of the project; `vault`: the password of an Ansible vault, by its key.
 * - `variable`: a secret of a variable group, which is `of`; `answer`: a secret variable that came with the launch.
 * - `address`: what the address of a repository holds; `task`: a credential made for this one task, `name` is empty.
 */
export const SecretName = z.object({
  kind: z.enum(['key', 'vault', 'variable', 'answer', 'address', 'task']),
  name: z.string().max(MAX_SECRET_NAME),
  of: z.string().max(MAX_SECRET_NAME),
});
export type SecretName = z.infer<typeof SecretName>;

/** Most places of secrets that are known of one chunk; those behind them have no chip. */
export const MAX_CHUNK_MASKS = 1_000;
/** Most names of secrets that are known of one chunk; the others have none. */
export const MAX_CHUNK_SECRETS = 64;
const Count = z.int().min(0).max(1_048_576);

/**
 * Where `***` stands for a secret in the lines of a chunk: two numbers a place, the bytes from the place before (the first:
 * from the beginning), and which of `names` it is, from 1; 0 = no name is known. Stars that a tool itself wrote are not there.
 */
export const LogMasks = z.object({
  names: z.array(SecretName).max(MAX_CHUNK_SECRETS),
  at: z.array(Count).max(2 * MAX_CHUNK_MASKS),
});
export type LogMasks = z.infer<typeof LogMasks>;

/** A place of a secret within a chunk: offset in bytes, and its name where it is known. */
export interface LogMask {
  at: number;
  name: SecretName | null;
}

/** Two names are one when their keys are. */
export const secretKey = ({ kind, name, of }: SecretName): string => JSON.stringify([kind, name, of]);

/** @param masks ascending; what there is no room for is left out */
export function packMasks(masks: readonly LogMask[]): LogMasks {
  const packed: LogMasks = { names: [], at: [] };
  const numbers = new Map<string, number>();
  let before = 0;
  for (const { at, name } of masks.slice(0, MAX_CHUNK_MASKS)) {
    packed.at.push(at - before, name === null ? 0 : numberOf(name, packed.names, numbers));
    before = at;
  }
  return packed;
}

export function unpackMasks({ names, at }: LogMasks): LogMask[] {
  const masks: LogMask[] = [];
  let offset = 0;
  for (let i = 0; i + 1 < at.length; i += 2) {
    offset += at[i] ?? 0;
    masks.push({ at: offset, name: names[(at[i + 1] ?? 0) - 1] ?? null });
  }
  return masks;
}

/** The number of a name in the list, from 1, where it is added if there is room; 0 when there is none. */
export function numberOf(
  name: SecretName,
  names: SecretName[],
  numbers: Map<string, number>,
  most = MAX_CHUNK_SECRETS,
): number {
  const key = secretKey(name);
  const known = numbers.get(key);
  if (known !== undefined || names.length >= most) {
    return known ?? 0;
  }
  names.push(name);
  numbers.set(key, names.length);
  return names.length;
}
