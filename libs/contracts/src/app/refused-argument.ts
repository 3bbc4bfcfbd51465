import { type Problem, problem } from '../errors/problem.js';
import { own } from '../own.js';
import type { StageArguments } from '../primitives/stage-arguments.js';
import { effectiveApp } from './app-family.js';
import { ARGUMENT_RULES, type ArgumentRule, LEADING_RULES, type PlannedStage } from './argument-rules.js';

/** An option as it stands in a list: `-out=x`, `--out`. Pulumi has `-C dir` and `-Cdir` beside it. */
interface Option {
  name: string;
  /** Text after its `=`; `''` = none. */
  value: string;
}

/** Arguments of one app by stage, and the directory of the repository that they are used in. */
export interface JudgedArguments {
  app: string;
  stages: StageArguments;
  directory?: string;
}

/** Why arguments of a planned app cannot be saved, by the name of the first that is refused; `null` = they can. */
export function refusedArgument({ app, stages, directory = '' }: JudgedArguments): Problem | null {
  const rules = own(ARGUMENT_RULES, effectiveApp(app)) ?? [];
  const fault = firstFault(rules, stages, ({ savable }) => savable !== true);
  const file = rules === ARGUMENT_RULES.pulumi ? null : outsideFile(stages, directory);
  return fault ?? (rules.length > 0 && file !== null ? refusal('-var-file', 'argument_outside') : null);
}

/** As {@link refusedArgument}, of those alone with which a task must not begin. */
export function breakingArgument({ app, stages }: JudgedArguments): Problem | null {
  return firstFault(own(ARGUMENT_RULES, effectiveApp(app)) ?? [], stages, ({ breaks }) => breaks === true);
}

/** Why leading arguments of an app cannot be saved; `null` = they can. */
export const refusedLeadingArgument = (app: string, args: readonly string[]): Problem | null =>
  faultOf(own(LEADING_RULES, app) ?? [], args);

/** Finds the first refused argument. Arguments that are given for no stage by name serve the plan. */
function firstFault(
  rules: readonly ArgumentRule[],
  { init, plan, apply, default: others }: StageArguments,
  counts: (rule: ArgumentRule) => boolean,
): Problem | null {
  const byStage = { init, plan: plan ?? others, apply };
  const faults = (['init', 'plan', 'apply'] as const).map((stage) =>
    faultOf(rules, byStage[stage] ?? [], stage, counts),
  );
  return faults.find((fault) => fault !== null) ?? null;
}

function faultOf(
  rules: readonly ArgumentRule[],
  args: readonly string[],
  stage?: PlannedStage,
  counts: (rule: ArgumentRule) => boolean = () => true,
): Problem | null {
  for (const argument of args) {
    const option = optionOf(argument, rules === ARGUMENT_RULES.pulumi);
    const rule = option && rules.find((each) => counts(each) && isRefused(each, option, stage));
    if (rule) {
      return refusal(/^--?/.exec(argument)?.[0] + option.name, rule.why);
    }
  }
  return null;
}

function isRefused({ names, stages, harmless }: ArgumentRule, { name, value }: Option, stage?: PlannedStage): boolean {
  const isHere = stages === undefined || (stage !== undefined && stages.includes(stage));
  return isHere && names.includes(name) && !(harmless ?? []).includes(value);
}

function optionOf(argument: string, hasShort: boolean): Option | null {
  const [, short, rest = ''] = (hasShort && /^-([A-Za-z])(.*)$/s.exec(argument)) || [];
  if (short !== undefined) {
    return { name: short, value: rest.replace(/^=/, '') };
  }
  const [, name, value = ''] = /^--?([A-Za-z][\w-]*)(?:=(.*))?$/s.exec(argument) ?? [];
  return name === undefined ? null : { name, value };
}

const VAR_FILE = /^--?var-file(?:=(.*))?$/s;

/** A file of variables outside of the repository, whose place in a checkout nobody knows; a place of the machine is meant. */
function outsideFile({ plan, default: others }: StageArguments, directory: string): string | null {
  const args = plan ?? others ?? [];
  const files = args.flatMap((argument, at) => {
    const match = VAR_FILE.exec(argument);
    return match ? [match[1] ?? args[at + 1] ?? ''] : [];
  });
  return files.find((file) => leaves(`${directory}/${file}`, file)) ?? null;
}

function leaves(path: string, file: string): boolean {
  let depth = 0;
  return (
    !file.startsWith('/') &&
    path.split('/').some((part) => {
      depth += part === '..' ? -1 : part === '' || part === '.' ? 0 : 1;
      return depth < 0;
    })
  );
}

const refusal = (argument: string, why: ArgumentRule['why']): Problem =>
  problem('argument_refused', { argument, why: problem(why) });
