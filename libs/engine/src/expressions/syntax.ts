import type { ASTNode } from '@marcbachmann/cel-js';
import { type Problem, problem } from '@switchyard/contracts';

/** Members of a node that expressions read. */
const MEMBERS: readonly string[] = ['status', 'outputs'];

/**
 * Functions of the subset. None of them takes longer than what it reads is long, or answers more than that: no macros over
 * lists, no patterns, and nothing that splits, joins or repeats.
 */
const FUNCTIONS: ReadonlySet<string> = new Set([
  'has',
  'size',
  'int',
  'double',
  'string',
  'bool',
  'contains',
  'startsWith',
  'endsWith',
  'lowerAscii',
  'upperAscii',
  'trim',
  'substring',
]);

/** What an expression reads of one node. */
export interface Reading {
  node: string;
  /** `''` = its status alone; `null` = all of its outputs. */
  output: string | null;
}

/** Adds what a part of an expression reads. @returns why it is outside of the subset; `null` = it is not */
export function addReadings(part: ASTNode, readings: Reading[]): Problem | null {
  const path = pathOf(part);
  if (path !== null) {
    const [node, member = 'outputs', output = null] = path;
    if (node === undefined) {
      return problem('expression_nodes');
    }
    readings.push({ node, output: member === 'status' ? '' : output });
    return MEMBERS.includes(member) ? null : problem('expression_name', { name: member });
  }
  const member = memberOf(part);
  if (member !== null) {
    readings.push(member);
    return null;
  }
  const unknown = nameFault(part);
  if (unknown) {
    return unknown;
  }
  for (const each of partsOf(part)) {
    const fault = addReadings(each, readings);
    if (fault) {
      return fault;
    }
  }
  return null;
}

/** A function outside of the subset, or a name that is not `nodes`. */
function nameFault(part: ASTNode): Problem | null {
  if (part.op === 'id') {
    return problem('expression_name', { name: part.args });
  }
  const name = part.op === 'call' || part.op === 'rcall' ? part.args[0] : null;
  return name === null || FUNCTIONS.has(name) ? null : problem('expression_name', { name });
}

/** The one output that a part asks for: `"version" in nodes.build.outputs`; `null` = it is something else. */
function memberOf(part: ASTNode): Reading | null {
  if (part.op !== 'in') {
    return null;
  }
  const [output, of] = part.args;
  const [node, member, ...more] = pathOf(of) ?? [];
  const isMember =
    output.op === 'value' && typeof output.args === 'string' && member === 'outputs' && more.length === 0;
  return isMember && node !== undefined ? { node, output: String(output.args) } : null;
}

/** The names after `nodes` where a part is nothing but names; `null` = it is something else. */
function pathOf(part: ASTNode): string[] | null {
  if (part.op === 'id') {
    return part.args === 'nodes' ? [] : null;
  }
  if (part.op !== '.' && part.op !== '[]') {
    return null;
  }
  const [of, name] = part.args;
  const before = pathOf(of);
  const key = typeof name === 'string' ? name : name.op === 'value' ? name.args : null;
  return before !== null && typeof key === 'string' ? [...before, key] : null;
}

function partsOf(part: ASTNode): readonly ASTNode[] {
  switch (part.op) {
    case 'value':
    case 'id':
      return [];
    case '.':
    case '.?':
      return [part.args[0]];
    case 'call':
      return part.args[1];
    case 'rcall':
      return [part.args[1], ...part.args[2]];
    case 'map':
      return part.args.flat();
    case '!_':
    case '-_':
      return [part.args];
    default:
      return part.args;
  }
}
