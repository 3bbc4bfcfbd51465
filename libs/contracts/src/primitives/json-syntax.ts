/** Tokens that may come next in a JSON text (RFC 8259). */
type Wanted = 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'colon' | 'commaOrEnd' | 'nothing';

/** White space, then a mark, a string, or another scalar. */
const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y;
const SPACE = /[ \t\n\r]*/y;

/** Index of the first character that makes a text no JSON; its length where something is missing at the end; `null` = it is JSON. */
export function jsonErrorAt(text: string): number | null {
  const open: string[] = [];
  let wanted: Wanted | null = 'value';
  for (let at = 0; ;) {
    const start = endOf(SPACE, text, at);
    if (start === text.length) {
      return wanted === 'nothing' ? null : start;
    }
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    wanted = token && next(wanted, token[1] ?? (token[2] === undefined ? 'scalar' : 'string'), open);
    if (wanted === null) {
      return start;
    }
    at = TOKEN.lastIndex;
  }
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.exec(text);
  return pattern.lastIndex;
}

/** Returns the tokens that may follow; `null` = this token must not stand here. */
function next(wanted: Wanted, token: string, open: string[]): Wanted | null {
  switch (wanted) {
    case 'value':
      return value(token, open);
    case 'valueOrEnd':
      return token === ']' ? close(token, open) : value(token, open);
    case 'name':
      return token === 'string' ? 'colon' : null;
    case 'nameOrEnd':
      return token === 'string' ? 'colon' : close(token, open);
    case 'colon':
      return token === ':' ? 'value' : null;
    case 'commaOrEnd':
      return token === ',' ? (open.at(-1) === '{' ? 'name' : 'value') : close(token, open);
    case 'nothing':
      return null;
  }
}

function value(token: string, open: string[]): Wanted | null {
  if (token === '{' || token === '[') {
    open.push(token);
    return token === '{' ? 'nameOrEnd' : 'valueOrEnd';
  }
  return token === 'string' || token === 'scalar' ? after(open) : null;
}

function close(token: string, open: string[]): Wanted | null {
  if (`${open.at(-1)}${token}` !== '{}' && `${open.at(-1)}${token}` !== '[]') {
    return null;
  }
  open.pop();
  return after(open);
}

const after = (open: readonly string[]): Wanted => (open.length === 0 ? 'nothing' : 'commaOrEnd');
