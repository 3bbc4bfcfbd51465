import { createHash } from 'node:crypto';
import { dirname, join, relative } from 'node:path';
import type { AttemptFiles } from '../../../files/attempt-files.js';

const NAME = 'requirements.txt';
/** Most bytes of the file. */
const MOST_BYTES = 1024 * 1024;

/** Packages that a script needs. */
export interface RequirementsFile {
  path: string;
  /** Path as people know it, relative to the checkout. */
  name: string;
  content: string;
}

/** The requirements beside the script, else those at the top of the repository; `null` = there are none. */
export async function findRequirements(
  files: AttemptFiles,
  checkout: string,
  script: string,
): Promise<RequirementsFile | null> {
  for (const dir of new Set([dirname(join(checkout, script)), checkout])) {
    const path = join(dir, NAME);
    const content = (await files.read(path, MOST_BYTES))?.toString('utf8');
    if (content !== undefined && linesOf(content).length > 0) {
      return { path, name: relative(checkout, path), content };
    }
  }
  return null;
}

/** Options of the file that name nothing of the checkout (pip.pypa.io/en/stable/reference/requirements-file-format). */
const PLAIN_OPTION =
  /^(-i|--index-url|--extra-index-url|--no-index|--pre|--prefer-binary|--no-binary|--only-binary|--require-hashes|--trusted-host|--hash)\b/;

/**
 * Name under which an environment with these requirements is kept.
 * @param python version of the interpreter
 * @returns `null` when they name files of the checkout, whose content is not determined by their names
 */
export function requirementsKey({ content }: Pick<RequirementsFile, 'content'>, python: string): string | null {
  const isPlain = linesOf(content).every((line) =>
    line.startsWith('-') ? PLAIN_OPTION.test(line) : !/^[./]|\bfile:|^(?!.*:\/\/)\S*[/\\]\S*$/.test(line),
  );
  return isPlain ? createHash('sha256').update(`${python}\0${content}`).digest('hex').slice(0, 20) : null;
}

/** Without comments and what is empty. */
const linesOf = (content: string): string[] =>
  content
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter(Boolean);
