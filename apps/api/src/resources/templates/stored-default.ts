import type { SurveyVariable } from '@switchyard/contracts';
import type { StoredSurveyVariable } from '@switchyard/database';
import type { SecretBox } from '@switchyard/server';

/** Encryption context of a question's default: bound to the project and the name, because a template has no id before its insert. */
const contextOf = (projectId: number, name: string): string => `survey_default:${projectId}:${name}`;

/**
 * The questions of a body as they are stored: the default of a secret is sealed. One that was stored under the same name
 * stays where the body has none and does not remove it.
 */
export function sealDefaults(
  box: SecretBox,
  projectId: number,
  questions: readonly SurveyVariable[],
  stored: readonly StoredSurveyVariable[],
): StoredSurveyVariable[] {
  const known = new Map(stored.filter(({ type }) => type === 'secret').map((each) => [each.name, each.sealed_default]));
  return questions.map(({ secret_default: isKept, ...question }) => {
    if (question.type !== 'secret') {
      return question;
    }
    const { name, default_value: given } = question;
    const sealed = given === '' ? isKept !== false && known.get(name) : box.seal(given, contextOf(projectId, name));
    return { ...question, default_value: '', secret_default: !!sealed, ...(sealed && { sealed_default: sealed }) };
  });
}

/** The default of a secret question. */
export const openDefault = (box: SecretBox, projectId: number, name: string, sealed: string): string =>
  box.openText(sealed, contextOf(projectId, name));
