import { readFileSync } from 'node:fs';
import { DockerfileParser, ModifiableInstruction, PropertyInstruction } from 'dockerfile-ast';

/**
 * One instruction.
 * @typedef {object} Step
 * @property {string} keyword upper case
 * @property {[string, string][]} flags
 * @property {string[]} args words without flags
 * @property {string} text the same in one piece, lines joined
 * @property {[string, string][]} variables of ENV
 * @property {number} line from 1
 */

/**
 * @typedef {object} Stage
 * @property {string | null} name
 * @property {string} base an image, or the name of an earlier stage
 * @property {Step[]} steps without FROM
 * @property {number} line
 */

/**
 * Reads a Dockerfile with a real parser.
 * @param {string} file
 * @returns {Stage[]}
 */
export function readDockerfile(file) {
  return parseDockerfile(readFileSync(file, 'utf8'));
}

/**
 * @param {string} text
 * @returns {Stage[]}
 */
export function parseDockerfile(text) {
  /** @type {Stage[]} */
  const stages = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const step = stepOf(instruction);
    if (step.keyword === 'FROM') {
      const [base = '', as, name] = step.args;
      stages.push({ base, name: as?.toUpperCase() === 'AS' ? (name ?? null) : null, steps: [], line: step.line });
    } else if (stages.length === 0) {
      throw new Error(`line ${step.line}: ${step.keyword} before FROM`);
    } else {
      stages.at(-1)?.steps.push(step);
    }
  }
  return stages;
}

/**
 * @param {import('dockerfile-ast').Instruction} instruction
 * @returns {Step}
 */
function stepOf(instruction) {
  const flags = instruction instanceof ModifiableInstruction ? instruction.getFlags() : [];
  const variables = instruction instanceof PropertyInstruction ? instruction.getProperties() : [];
  return {
    keyword: instruction.getKeyword(),
    flags: flags.map((flag) => [flag.getName(), flag.getValue() ?? '']),
    args: instruction.getArguments().map((argument) => argument.getValue()),
    variables: variables.map((variable) => [variable.getName(), variable.getValue() ?? '']),
    text: (instruction.getArgumentsContent() ?? '').trim(),
    line: (instruction.getRange()?.start.line ?? 0) + 1,
  };
}

/**
 * The words of an instruction in exec form.
 * @param {string} text
 * @returns {string[] | null} `null` in shell form
 */
export function execForm(text) {
  try {
    const words = JSON.parse(text);
    return Array.isArray(words) && words.every((word) => typeof word === 'string') ? words : null;
  } catch {
    return null;
  }
}

/**
 * The command of a HEALTHCHECK.
 * @param {Step} step
 */
export function healthCommand({ text }) {
  return execForm(text.replace(/^CMD\s+/, ''));
}

/**
 * @param {Step} step
 * @param {string} name
 * @returns {string | undefined}
 */
export function flagOf({ flags }, name) {
  return flags.find(([each]) => each === name)?.[1];
}
