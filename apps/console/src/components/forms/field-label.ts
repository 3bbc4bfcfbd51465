import type { TFunction } from 'i18next';
import type { FieldPath } from '../../lib/form-differences.js';

/** Sections of forms, whose heading is no label. */
const sections = ['type', 'extra', 'env', 'secrets', 'survey_vars', 'vaults'] as const;

/** The label of a field as it stands on screen; the name of the member where it has none. */
export function fieldLabel(formName: string, path: FieldPath, t: TFunction): string {
  const id = [formName, ...path].join('_');
  const label =
    document.querySelector(`label[for="${CSS.escape(id)}"]`) ?? document.getElementById(id)?.closest('label');
  const section = sections.find((name) => name === path[0]);
  return label?.textContent?.trim() || (section ? t(`conflict.section.${section}`) : path.join(' '));
}
