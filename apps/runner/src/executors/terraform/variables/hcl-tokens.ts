/** A piece of HCL, as far as variables need it (github.com/hashicorp/hcl/blob/main/hclsyntax/spec.md). */
export interface HclToken {
  /** `template` = a text with parts that would have to be computed. */
  kind: 'word' | 'number' | 'text' | 'template' | 'mark' | 'line';
  /** Of a text what it means, of anything else how it stands there. */
  value: string;
}

const IGNORED = /[^\S\n]+|#[^\n]*|\/\/[^\n]*|\/\*[^]*?\*\//y;
const WORD = /[\p{L}_][\p{L}\p{N}_-]*/uy;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const HEREDOC = /<<-?([A-Za-z_]\w*)\r?\n/y;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['"', '"'],
  ['\\', '\\'],
]);
const CODE_POINT = /u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})/y;

/** The pieces of a file or an expression; what cannot be read is a `mark`. */
export function hclTokens(text: string): HclToken[] {
  const tokens: HclToken[] = [];
  for (let at = 0; at < text.length;) {
    const { token, end } = nextToken(text, at);
    if (token) {
      tokens.push(token);
    }
    at = end;
  }
  return tokens;
}

interface Found {
  token: HclToken | null;
  end: number;
}

function nextToken(text: string, at: number): Found {
  const ignored = matchAt(IGNORED, text, at);
  if (ignored) {
    return { token: null, end: at + ignored[0].length };
  }
  if (text[at] === '"') {
    return quoted(text, at + 1);
  }
  const heredoc = matchAt(HEREDOC, text, at);
  if (heredoc) {
    return {
      token: { kind: 'template', value: '' },
      end: endOfHeredoc(text, at + heredoc[0].length, heredoc[1] ?? ''),
    };
  }
  const [word, number] = [matchAt(WORD, text, at), matchAt(NUMBER, text, at)];
  const value = word?.[0] ?? number?.[0] ?? text[at] ?? '';
  const kind = word ? 'word' : number ? 'number' : value === '\n' ? 'line' : 'mark';
  return { token: { kind, value }, end: at + value.length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** @param at behind the quote */
function quoted(text: string, at: number): Found {
  let value = '';
  let kind: 'text' | 'template' = 'text';
  while (at < text.length && text[at] !== '"') {
    const two = text.slice(at, at + 2);
    if (two === '${' || two === '%{') {
      kind = 'template';
      at = endOfBraces(text, at + 2);
    } else if (two === '$$' || two === '%%') {
      value += text[at + 2] === '{' ? `${two[0]}{` : two[0];
      at += text[at + 2] === '{' ? 3 : 1;
    } else if (text[at] === '\\') {
      const code = matchAt(CODE_POINT, text, at + 1);
      value += code ? codePoint(code) : (ESCAPES.get(text[at + 1] ?? '') ?? '');
      at += 1 + (code?.[0].length ?? 1);
    } else {
      value += text[at];
      at += 1;
    }
  }
  return { token: { kind, value }, end: at + 1 };
}

function codePoint([, short, long]: RegExpExecArray): string {
  const code = Number.parseInt(short ?? long ?? '', 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** @param at behind the opening brace of a part of a template, which may hold texts with such parts again, however deep */
function endOfBraces(text: string, at: number): number {
  /** Open parts: braces of a part, by their number, or a text. */
  const open: (number | 'text')[] = [1];
  while (at < text.length && open.length > 0) {
    const two = text.slice(at, at + 2);
    const inner = open.pop() ?? 'text';
    if (inner === 'text') {
      const isPart = two === '${' || two === '%{';
      open.push(...(text[at] === '"' ? [] : isPart ? (['text', 1] as const) : (['text'] as const)));
      at += isPart || text[at] === '\\' ? 2 : 1;
    } else {
      const braces = inner + (text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0);
      open.push(...(braces > 0 ? [braces] : []), ...(text[at] === '"' ? (['text'] as const) : []));
      at += 1;
    }
  }
  return at;
}

function endOfHeredoc(text: string, at: number, name: string): number {
  for (let line = at; line < text.length;) {
    const next = text.indexOf('\n', line);
    const end = next < 0 ? text.length : next;
    if (text.slice(line, end).trim() === name) {
      return end;
    }
    line = end + 1;
  }
  return text.length;
}
