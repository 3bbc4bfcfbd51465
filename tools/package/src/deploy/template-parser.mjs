/**
 * The part of Go's templates that our chart uses. What is not known here is an error, which keeps the chart plain.
 * @typedef {{ kind: 'text', text: string }
 *   | { kind: 'print', pipeline: Command[] }
 *   | { kind: 'if' | 'with', pipeline: Command[], body: Node[], otherwise: Node[] }
 *   | { kind: 'range', pipeline: Command[], names: string[], body: Node[], otherwise: Node[] }
 *   | { kind: 'define', name: string, body: Node[] }} Node
 */

/** @typedef {Operand[]} Command a function and its arguments, or one value */

/**
 * @typedef {{ kind: 'literal', value: unknown }
 *   | { kind: 'path', root: string, fields: string[] }
 *   | { kind: 'name', name: string }
 *   | { kind: 'pipeline', pipeline: Command[] }} Operand
 */

const ACTION = /(\{\{-?)\s*(\/\*[\s\S]*?\*\/|[\s\S]*?)\s*(-?\}\})/g;
const WORD = /"(?:[^"\\]|\\.)*"|[()|,]|:=|[^\s()|,]+/g;

/**
 * @param {string} text
 * @returns {Node[]}
 */
export function parseTemplate(text) {
  const tokens = tokensOf(text);
  const nodes = parseBody(tokens);
  if (tokens.length > 0) {
    throw new Error(`"${tokens[0]?.text}" closes nothing`);
  }
  return nodes;
}

/** @typedef {{ isAction: boolean, text: string }} Token */

/** @param {string} text */
function tokensOf(text) {
  /** @type {Token[]} */
  const tokens = [];
  let at = 0;
  let trim = false;
  const addText = (/** @type {string} */ part, /** @type {boolean} */ trimEnd) => {
    const left = trim ? part.trimStart() : part;
    tokens.push({ isAction: false, text: trimEnd ? left.trimEnd() : left });
  };
  for (const match of text.matchAll(ACTION)) {
    const [whole, open = '', action = '', close = ''] = match;
    addText(text.slice(at, match.index), open.endsWith('-'));
    if (!action.startsWith('/*')) {
      tokens.push({ isAction: true, text: action });
    }
    trim = close.startsWith('-');
    at = match.index + whole.length;
  }
  addText(text.slice(at), false);
  return tokens.filter((token) => token.isAction || token.text !== '');
}

/**
 * Reads up to the `end` or `else` that belongs to somebody above.
 * @param {Token[]} tokens is emptied
 * @returns {Node[]}
 */
function parseBody(tokens) {
  /** @type {Node[]} */
  const nodes = [];
  for (let token = tokens[0]; token && !(token.isAction && /^(end|else)\b/.test(token.text)); token = tokens[0]) {
    tokens.shift();
    nodes.push(token.isAction ? parseAction(token.text, tokens) : { kind: 'text', text: token.text });
  }
  return nodes;
}

/**
 * @param {string} text
 * @param {Token[]} tokens
 * @returns {Node}
 */
function parseAction(text, tokens) {
  const words = text.match(WORD) ?? [];
  const [first, ...rest] = words;
  switch (first) {
    case 'if':
    case 'with':
      return { kind: first, pipeline: parsePipeline(rest), ...parseBlock(tokens) };
    case 'range': {
      const assign = rest.indexOf(':=');
      const names = rest.slice(0, Math.max(assign, 0)).filter((word) => word !== ',');
      return { kind: 'range', names, pipeline: parsePipeline(rest.slice(assign + 1)), ...parseBlock(tokens) };
    }
    case 'define':
      return { kind: 'define', name: String(JSON.parse(rest[0] ?? '')), body: parseBlock(tokens).body };
    default:
      return { kind: 'print', pipeline: parsePipeline(words) };
  }
}

/** @param {Token[]} tokens */
function parseBlock(tokens) {
  const body = parseBody(tokens);
  const closing = tokens.shift();
  if (closing?.text === 'end') {
    return { body, otherwise: [] };
  }
  if (closing?.text !== 'else') {
    throw new Error(closing ? `"${closing.text}" is not known here` : 'a block has no end');
  }
  const otherwise = parseBody(tokens);
  if (tokens.shift()?.text !== 'end') {
    throw new Error('a block has no end');
  }
  return { body, otherwise };
}

/**
 * @param {string[]} words is emptied up to the parenthesis that belongs to somebody above
 * @returns {Command[]}
 */
function parsePipeline(words) {
  /** @type {Command[]} */
  const commands = [[]];
  for (let word = words.shift(); word !== undefined && word !== ')'; word = words.shift()) {
    if (word === '|') {
      commands.push([]);
    } else {
      commands.at(-1)?.push(word === '(' ? { kind: 'pipeline', pipeline: parsePipeline(words) } : parseOperand(word));
    }
  }
  return commands;
}

/**
 * @param {string} word
 * @returns {Operand}
 */
function parseOperand(word) {
  if (/^("|-?\d+$|true$|false$)/.test(word)) {
    return { kind: 'literal', value: JSON.parse(word) };
  }
  const path = /^(\$\w*|)((?:\.\w+)+|\.)?$/.exec(word);
  if (path && (path[1] || path[2])) {
    return { kind: 'path', root: path[1] || '.', fields: (path[2] ?? '').split('.').filter(Boolean) };
  }
  if (/^\w+$/.test(word)) {
    return { kind: 'name', name: word };
  }
  throw new Error(`"${word}" is not known here`);
}
