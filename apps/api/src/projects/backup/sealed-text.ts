import { CHECK, type PassphraseSeal, placeOf } from '@switchyard/contracts/backup-seal';
import { EnvironmentSecret, type Project } from '@switchyard/database';
import { EncryptionError, type SecretBox } from '@switchyard/server';
import type { EntityManager } from 'typeorm';
import { RESOURCES } from '../../definitions/all-resources.js';
import type { OwnedRow } from '../../platform/database/owned-rows.repository.js';
import type { Kind } from './backup-members.js';
import { pagesOf, readChildren, readRows, type RowSize } from './backup.repository.js';
import { hasSecrets, projectSecretsOf, type SecretMembers, secretMembersOf } from './secret-members.js';

/** Keys that seal the secrets of a document. */
export interface Sealing {
  seal: PassphraseSeal;
  box: SecretBox;
  /** Called for an entry whose secrets do not open: they are lost here, too. */
  onLost: (path: string, error: EncryptionError) => void;
}

/** Owner of the secrets. */
export interface SealedContent {
  project: Project;
  sizes: ReadonlyMap<Kind, readonly RowSize[]>;
  /** Digest of the rest of the document. */
  digest: string;
}

/** JSON of the secrets of a project. They are read when the rest is written, because they are bound to all of it. */
export async function* sealedText(
  manager: EntityManager,
  content: SealedContent,
  sealing: Sealing,
): AsyncGenerator<string> {
  const { seal } = sealing;
  yield `{"format":1,"kdf":${JSON.stringify(seal.cost)},"values":[`;
  let [separator, count] = ['', 0];
  for await (const [path, text] of secretsOf(manager, content, sealing)) {
    yield separator + JSON.stringify({ path, sealed: seal.seal(text, placeOf(path, content.digest)) });
    separator = ',\n';
    count += 1;
  }
  yield `],"check":"${seal.seal(String(count), CHECK)}"}`;
}

type PlacedSecret = readonly [path: string, text: string];

async function* secretsOf(
  manager: EntityManager,
  { project, sizes }: SealedContent,
  sealing: Sealing,
): AsyncGenerator<PlacedSecret> {
  yield* opened('meta', sealing, (box) => projectSecretsOf(box, project));
  for (const kind of RESOURCES.filter(({ noun }) => hasSecrets(noun))) {
    let index = 0;
    for (const ids of pagesOf(sizes.get(kind) ?? [])) {
      const secrets = await readGroupSecrets(manager, kind, ids);
      for (const row of await readRows(manager, kind, ids)) {
        const path = `${kind.backup.section}.${index}`;
        yield* opened(path, sealing, (box) =>
          secretMembersOf(box, kind.noun, { row, secrets: secrets.get(row.id) ?? [] }),
        );
        index += 1;
      }
    }
  }
}

/** The secrets of variable groups, in their order in the file; other kinds have no such rows. */
async function readGroupSecrets(manager: EntityManager, { children }: Kind, ids: readonly number[]) {
  const child = children?.find(({ entity }) => entity === EnvironmentSecret);
  const rows = child ? await readChildren(manager, child, ids) : new Map<OwnedRow['id'], object[]>();
  return rows as Map<number, EnvironmentSecret[]>;
}

function* opened(
  path: string,
  { box, onLost }: Sealing,
  read: (box: SecretBox) => SecretMembers,
): Generator<PlacedSecret> {
  try {
    const members = Object.entries(read(box)).filter(([, text]) => text !== '');
    yield* members.map(([member, text]) => [`${path}.${member}`, text] as const);
  } catch (error) {
    if (!(error instanceof EncryptionError)) {
      throw error;
    }
    onLost(path, error);
  }
}
