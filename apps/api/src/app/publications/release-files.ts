import type { Artifact } from '@switchyard/contracts';

/** A file of a release, before it is looked at. */
export type ListedFile = Omit<Artifact, 'size'>;

const MAX_FILES = 200;
const LINE = /^([0-9a-f]{64}) [ *](switchyard-runner[\w.+-]{1,180})$/;
const ARCHIVE = /-(linux|darwin|windows|freebsd)-(x64|amd64|arm64)\.(tar\.gz|zip)$/;
const PACKAGE = /[_.-](amd64|arm64|x86_64|aarch64)\.(deb|rpm)$/;
const ARCHITECTURES = new Map<string | undefined, Artifact['architecture']>([
  ['x64', 'amd64'],
  ['amd64', 'amd64'],
  ['x86_64', 'amd64'],
  ['arm64', 'arm64'],
  ['aarch64', 'arm64'],
]);

/** The packages that a file `SHA256SUMS` names. Other lines are left out. */
export const listedFiles = (sums: string): ListedFile[] =>
  sums
    .split('\n')
    .flatMap((line) => listedFile(line) ?? [])
    .slice(0, MAX_FILES);

function listedFile(line: string): ListedFile | null {
  const [, sha256, file] = LINE.exec(line) ?? [];
  if (sha256 === undefined || file === undefined) {
    return null;
  }
  const [, platform, archiveOf, archive] = ARCHIVE.exec(file) ?? [];
  const [, packageOf, type] = PACKAGE.exec(file) ?? [];
  const architecture = ARCHITECTURES.get(archiveOf ?? packageOf);
  return architecture === undefined
    ? null
    : {
        file,
        sha256,
        architecture,
        platform: (platform ?? 'linux') as Artifact['platform'],
        type: (archive ?? type) as Artifact['type'],
      };
}
