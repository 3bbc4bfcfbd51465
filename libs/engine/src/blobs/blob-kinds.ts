/** Kinds of blobs: the first part of their keys, and the table whose column `blob` names them. */
export const BLOB_KINDS = {
  plan: { folder: 'plans', table: 'task_plan' },
  planView: { folder: 'plan-views', table: 'task_plan_view' },
  /** Below it the id of the workspace. */
  state: { folder: 'states', table: 'terraform_state' },
  /** As many as there were tasks: their keys are listed less often. */
  segment: { folder: 'logs', table: 'log_segment' },
} as const;

/** Kind of a blob. */
export type BlobKind = keyof typeof BLOB_KINDS;

/** Where the blobs of a task, or of a workspace, are put: `Blobs.put` makes the rest of the key. */
export const blobFolder = (kind: BlobKind, id: number): string => `${BLOB_KINDS[kind].folder}/${id}`;

/** Beginning of the keys of a kind. */
export const kindPrefix = (kind: BlobKind): string => `${BLOB_KINDS[kind].folder}/`;

const REST = /^\d+\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a key has the form of those that {@link blobFolder} leads to. Keys of another form were put there by somebody else. */
export const isBlobKey = (kind: BlobKind, key: string): boolean =>
  key.startsWith(kindPrefix(kind)) && REST.test(key.slice(kindPrefix(kind).length));
