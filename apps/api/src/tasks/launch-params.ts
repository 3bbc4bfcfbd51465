import { appFamily, type Ignored, type IgnoredReason, isPlanned, type TaskParams } from '@switchyard/contracts';
import type { Template } from '@switchyard/database';
import { type LaunchPermissions, launchPermissions } from '../assignments/launch-options.js';

/** Whose option it is, and which permission it needs beside. */
interface ParamRule {
  family: 'ansible' | 'planned';
  needs?: keyof LaunchPermissions;
}

type ParamName = Exclude<keyof TaskParams, 'debug_level'>;

const RULES: Readonly<Record<ParamName, ParamRule>> = {
  limit: { family: 'ansible', needs: 'limit' },
  tags: { family: 'ansible', needs: 'tags' },
  skip_tags: { family: 'ansible', needs: 'skipTags' },
  debug: { family: 'ansible', needs: 'debug' },
  diff: { family: 'ansible' },
  dry_run: { family: 'ansible' },
  plan: { family: 'planned' },
  destroy: { family: 'planned', needs: 'destroy' },
  auto_approve: { family: 'planned', needs: 'autoApprove' },
  upgrade: { family: 'planned' },
  reconfigure: { family: 'planned' },
};
const NAMES = Object.keys(RULES) as ParamName[];

/** The launch options that the template lets a launch set, and those that were set in vain. */
export function permittedParams(
  params: TaskParams,
  template: Template,
): { params: Record<string, unknown>; ignored: Ignored[] } {
  const refusal = paramRefusals(template);
  const kept = NAMES.filter((name) => params[name] && refusal(name) === null);
  const level = kept.includes('debug') ? { debug_level: params.debug_level } : {};
  const ignored = NAMES.filter((name) => isChange(params, template, name)).flatMap((name): Ignored[] => {
    const reason = refusal(name);
    return reason ? [{ kind: 'option', name, reason }] : [];
  });
  return { params: { ...Object.fromEntries(kept.map((name) => [name, params[name]])), ...level }, ignored };
}

function paramRefusals(template: Template): (name: ParamName) => IgnoredReason | null {
  const family = isPlanned(template.app) ? 'planned' : appFamily(template.app);
  const may = launchPermissions(template);
  return (name) => {
    const rule = RULES[name];
    if (rule.family !== family) {
      return 'no_such_option';
    }
    return rule.needs && !may[rule.needs] ? 'not_allowed' : null;
  };
}

/** What the template has anyway, or is as good as absent, is not worth a word. */
function isChange(params: TaskParams, { taskParams }: Template, name: ParamName): boolean {
  const value = params[name];
  const own = taskParams[name];
  return Array.isArray(value) ? JSON.stringify(value) !== JSON.stringify(own ?? []) : value === true && own !== true;
}
