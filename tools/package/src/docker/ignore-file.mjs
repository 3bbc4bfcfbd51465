/**
 * What a `.dockerignore` leaves of a build context (Docker's manual): the last pattern that matches decides, `!` takes
 * back, and a pattern that matches a directory matches what is in it.
 * @param {string} text
 * @returns {(path: string) => boolean} whether a path of the context, with `/`, stays out
 */
export function ignoreRules(text) {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ takesBack: line.startsWith('!'), expression: expressionOf(line.replace(/^!/, '')) }));
  return (path) => rules.reduce((out, { takesBack, expression }) => (expression.test(path) ? !takesBack : out), false);
}

/** @param {string} pattern */
function expressionOf(pattern) {
  const body = pattern
    .replace(/^\/|\/$/g, '')
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => wildcards.get(part) ?? part.replace(/[.+^${}()|[\]\\]/g, '\\$&'))
    .join('');
  return new RegExp(`^${body}(?:/.*)?$`);
}

const wildcards = new Map([
  ['**/', '(?:.*/)?'],
  ['**', '.*'],
  ['*', '[^/]*'],
  ['?', '[^/]'],
]);
