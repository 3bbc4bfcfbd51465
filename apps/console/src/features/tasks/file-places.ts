/** A place in a file that a line of the log names: characters `from` up to but without `to`. */
export interface FilePlace {
  readonly from: number;
  readonly to: number;
  /** As the tool wrote it. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

/** Names of files of code and configuration; hosts with ports look alike otherwise. */
const EXTENSION =
  'ya?ml|tf|tfvars|tofu|hcl|py|sh|bash|bats|ps1|psm1|[cm]?[jt]sx?|json|go|rs|c|cc|cpp|cxx|h|hpp|java|kts?|rb|php|cs|swift|lua|p[lm]|sql|md|j2|toml|ini|cfg|s?css|vue|html|xml|proto|nix|rego|gradle|exs?|scala';
const NAME = `(?<path>[\\w./@+~-]*\\w\\.(?:${EXTENSION}))`;
/** It begins where the characters of one begin, so that a long run of them is looked at once. */
const PATH = `(?<![\\w./@+~-])${NAME}`;

const PATTERNS: readonly RegExp[] = [
  // gcc, clang, go, mypy, pytest, yamllint, ansible-lint, Ansible's "Origin:", eslint and shellcheck in unix format, node
  new RegExp(`${PATH}:(?<line>\\d{1,7})(?::\\d+)?(?![\\w.])`, 'g'),
  // tsc, MSBuild
  new RegExp(`${PATH}\\((?<line>\\d{1,7}),\\d+\\)(?=:)`, 'g'),
  // Terraform and OpenTofu
  new RegExp(`(?<=\\bon )${PATH} line (?<line>\\d{1,7})\\b`, 'g'),
  // Python
  new RegExp(`(?<=File ")${NAME}", line (?<line>\\d{1,7})\\b`, 'g'),
  // Ansible before 2.19
  new RegExp(`(?<=')${NAME}': line (?<line>\\d{1,7})\\b`, 'g'),
  // Shells
  new RegExp(`${PATH}: line (?<line>\\d{1,7})(?=:)`, 'g'),
];

/** `  3:10  error  …` of eslint: the file stands alone on a line above. */
const UNDER_FILE = /^\s+(?<line>\d{1,7}):\d+\s+(?:error|warning)\s/;
const FILE_ALONE = new RegExp(`^[\\w./@+~-]*\\w\\.(?:${EXTENSION})$`);
/** Lines above that are looked at for the file. */
const LINES_ABOVE = 100;

/**
 * The places in files that a line names, ascending and apart.
 * @param above the text of the line so many lines above; undefined = it is not there
 */
export function filePlaces(text: string, above: (lines: number) => string | undefined): FilePlace[] {
  if (!/\d/.test(text)) {
    return [];
  }
  const found = PATTERNS.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(placeOf));
  return apart([...found, ...placeUnderFile(text, above)]);
}

function placeOf({ index, 0: { length }, groups }: RegExpExecArray): FilePlace[] {
  const line = Number(groups?.line);
  return line > 0 ? [{ from: index, to: index + length, path: groups?.path ?? '', line }] : [];
}

function placeUnderFile(text: string, above: (lines: number) => string | undefined): FilePlace[] {
  const line = UNDER_FILE.exec(text)?.groups?.line;
  if (line === undefined) {
    return [];
  }
  for (let lines = 1; lines <= LINES_ABOVE; lines += 1) {
    const other = above(lines);
    if (other === undefined || (!/^\s/.test(other) && !FILE_ALONE.test(other))) {
      return [];
    }
    if (FILE_ALONE.test(other)) {
      const from = text.search(/\d/);
      return [{ from, to: text.indexOf(' ', from), path: other, line: Number(line) }];
    }
  }
  return [];
}

/** Leaves out places that one pattern found within those of another. */
function apart(places: FilePlace[]): FilePlace[] {
  let end = 0;
  return places
    .sort((one, other) => one.from - other.from || other.to - one.to)
    .filter(({ from, to }) => {
      const isFree = from >= end;
      end = isFree ? to : end;
      return isFree;
    });
}

/** Where a runner checks the repository of a task out. */
const CHECKOUT = /^.*\/attempts\/[^/]+\/repository\//;

/**
 * The path inside the repository; null for a file that is not in it.
 * @param directory inside the repository, in which the tool was started
 */
export function pathInRepository(path: string, directory: string): string | null {
  const inside = path.replace(CHECKOUT, '');
  if (inside.startsWith('/') || inside.startsWith('~')) {
    return null;
  }
  const parts: string[] = [];
  for (const part of [...(inside === path ? directory.split('/') : []), ...inside.split('/')]) {
    if (part === '..' && parts.pop() === undefined) {
      return null;
    }
    if (part !== '' && part !== '.' && part !== '..') {
      parts.push(part);
    }
  }
  return parts.length === 0 ? null : parts.join('/');
}

/** An extension, for the server, which takes short expressions. */
const SOME = '\\.[a-z]\\w{0,7}';

/** Lines in which tools name an error at a place of a file, for the search of the server (RE2, at most 500 characters). */
export const PLACED_ERRORS = [
  `${SOME}:\\d+(:\\d+)?:? +(fatal )?([Ee]rror|ERROR|E\\d+)\\b`,
  `${SOME}:\\d+: \\w*(Error|Exception|Failed)\\b`,
  `${SOME}\\(\\d+,\\d+\\): error\\b`,
  `\\bon \\S+\\.(tf|tofu|tfvars|hcl) line \\d+`,
  `^\\s+\\d+:\\d+\\s+error\\s`,
  `\\.(sh|bash): line \\d+: `,
].join('|');
