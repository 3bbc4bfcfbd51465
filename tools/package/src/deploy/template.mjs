import { stringify } from 'yaml';
import { parseTemplate } from './template-parser.mjs';

/** @typedef {import('./template-parser.mjs').Node} Node */
/** @typedef {import('./template-parser.mjs').Command} Command */
/** @typedef {import('./template-parser.mjs').Operand} Operand */
/** @typedef {{ dot: unknown, names: Map<string, unknown> }} Scope */

/** Renders templates that know each other by their definitions, as Helm does. */
export class Templates {
  constructor() {
    /** @type {Map<string, Node[]>} */
    this.definitions = new Map();
  }

  /**
   * Takes over the definitions of a file and renders the rest of it.
   * @param {string} text
   * @param {unknown} root what `.` and `$` are
   * @returns {string}
   */
  render(text, root) {
    const nodes = parseTemplate(text);
    for (const node of nodes) {
      if (node.kind === 'define') {
        this.definitions.set(node.name, node.body);
      }
    }
    return this.renderNodes(nodes, scopeOf(root));
  }

  /**
   * @param {readonly Node[]} nodes
   * @param {Scope} scope
   * @returns {string}
   */
  renderNodes(nodes, scope) {
    return nodes.map((node) => this.renderNode(node, scope)).join('');
  }

  /**
   * @param {Node} node
   * @param {Scope} scope
   * @returns {string}
   */
  renderNode(node, scope) {
    switch (node.kind) {
      case 'text':
        return node.text;
      case 'define':
        return '';
      case 'print':
        return textOf(this.evaluate(node.pipeline, scope));
      case 'range':
        return this.renderRange(node, scope);
      default: {
        const value = this.evaluate(node.pipeline, scope);
        const inner = node.kind === 'with' && isTrue(value) ? { ...scope, dot: value } : scope;
        return this.renderNodes(isTrue(value) ? node.body : node.otherwise, inner);
      }
    }
  }

  /**
   * @param {Extract<Node, { kind: 'range' }>} node
   * @param {Scope} scope
   */
  renderRange(node, scope) {
    const value = this.evaluate(node.pipeline, scope);
    const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value ?? {}).sort(byKey);
    if (entries.length === 0) {
      return this.renderNodes(node.otherwise, scope);
    }
    const [keyName, valueName] = node.names.length === 2 ? node.names : [undefined, node.names[0]];
    return entries
      .map(([key, each]) => {
        const names = new Map(scope.names);
        [
          [keyName, key],
          [valueName, each],
        ].forEach(([name, it]) => name !== undefined && names.set(String(name), it));
        return this.renderNodes(node.body, { dot: each, names });
      })
      .join('');
  }

  /**
   * @param {readonly Command[]} pipeline
   * @param {Scope} scope
   * @returns {unknown}
   */
  evaluate(pipeline, scope) {
    /** @type {unknown[]} */
    let piped = [];
    for (const [first, ...rest] of pipeline) {
      if (!first) {
        throw new Error('a pipeline has an empty part');
      }
      const args = [...rest.map((operand) => this.valueOf(operand, scope)), ...piped];
      piped = [first.kind === 'name' ? this.call(first.name, args) : this.valueOf(first, scope)];
    }
    return piped[0];
  }

  /**
   * @param {Operand} operand
   * @param {Scope} scope
   */
  valueOf(operand, scope) {
    switch (operand.kind) {
      case 'literal':
        return operand.value;
      case 'pipeline':
        return this.evaluate(operand.pipeline, scope);
      case 'name':
        return this.call(operand.name, []);
      case 'path': {
        const start = operand.root === '.' ? scope.dot : scope.names.get(operand.root);
        return operand.fields.reduce(fieldOf, start);
      }
    }
  }

  /**
   * @param {string} name
   * @param {unknown[]} args
   */
  call(name, args) {
    if (name === 'include') {
      const body = this.definitions.get(String(args[0]));
      if (!body) {
        throw new Error(`there is no template "${args[0]}"`);
      }
      return this.renderNodes(body, scopeOf(args[1]));
    }
    const known = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (!known) {
      throw new Error(`the function "${name}" is not known here`);
    }
    return known(...args);
  }
}

/**
 * @param {unknown} root
 * @returns {Scope}
 */
function scopeOf(root) {
  return { dot: root, names: new Map([['$', root]]) };
}

/**
 * A name that the values do not have is an error here: in Helm it would be an empty text.
 * @param {unknown} value
 * @param {string} name
 */
function fieldOf(value, name) {
  if (typeof value !== 'object' || value === null || !(name in value)) {
    throw new Error(`there is no value .${name}`);
  }
  return Reflect.get(value, name);
}

/**
 * @param {[string, unknown]} left
 * @param {[string, unknown]} right
 */
function byKey([left], [right]) {
  return left < right ? -1 : 1;
}

/** @param {unknown} value */
function isTrue(value) {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

/** @param {unknown} value */
function textOf(value) {
  if (typeof value === 'object' || value === undefined) {
    throw new Error(`${JSON.stringify(value)} would be printed`);
  }
  return String(value);
}

/** @type {Record<string, (...args: unknown[]) => unknown>} */
const functions = {
  add: (...numbers) => numbers.reduce((/** @type {number} */ sum, each) => sum + Number(each), 0),
  default: (fallback, value) => (isTrue(value) ? value : fallback),
  dict: (...pairs) => Object.fromEntries(pairs.flatMap((key, i) => (i % 2 ? [] : [[String(key), pairs[i + 1]]]))),
  eq: (left, right) => left === right,
  gt: (left, right) => Number(left) > Number(right),
  int: (value) => Math.trunc(Number(value)),
  join: (separator, list) => /** @type {unknown[]} */ (list).join(String(separator)),
  nindent: (count, text) => `\n${text}`.replace(/\n/g, `\n${' '.repeat(Number(count))}`),
  quote: (value) => JSON.stringify(String(value)),
  required: (message, value) => (value === '' || value === null ? fail(String(message)) : value),
  toYaml: (value) => stringify(value).trimEnd(),
};

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  throw new Error(message);
}
