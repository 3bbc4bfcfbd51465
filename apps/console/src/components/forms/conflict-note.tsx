import './conflict-note.css';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Difference, differenceText, type ValueWords, type FieldPath } from '../../lib/form-differences.js';
import { useMemberNames } from '../page/use-member-names.js';

interface LineProps {
  difference: Difference;
  label: string;
  words: ValueWords;
  onChoose: (value: unknown) => void;
}

/** One field: the value that is stored, the user's own, and which of them is in the form. */
function Line({ difference: { stored, typed, isTyped }, label, words, onChoose }: LineProps) {
  const { t } = useTranslation();
  const [own, setOwn] = useState(isTyped);
  const change = (): void => {
    onChoose(own ? stored : typed);
    setOwn(!own);
  };
  return (
    <li>
      <strong>{label}</strong>
      <dl>
        <dt>{t('conflict.stored')}</dt>
        <dd className={own ? '' : 'sy-conflict-chosen'}>{differenceText(stored, words)}</dd>
        <dt>{isTyped ? t('conflict.typed') : t('conflict.before')}</dt>
        <dd className={own ? 'sy-conflict-chosen' : ''}>{differenceText(typed, words)}</dd>
      </dl>
      <Button size="small" onClick={change}>
        {own
          ? t('conflict.useStored', { label })
          : isTyped
            ? t('conflict.useTyped', { label })
            : t('conflict.undo', { label })}
      </Button>
    </li>
  );
}

interface ConflictNoteProps {
  formName: string;
  differences: readonly Difference[];
  onChoose: (path: Difference['path'], value: unknown) => void;
}

/** Values that somebody else saved while the form was open, field by field. */
export function ConflictNote({ formName, differences, onChoose }: ConflictNoteProps) {
  const { t } = useTranslation();
  const nameOf = useMemberNames();
  const words = (path: Difference['path']): ValueWords => ({
    on: t('conflict.on'),
    off: t('conflict.off'),
    empty: t('conflict.empty'),
    ofId: (id) => nameOf(String(path.at(-1)), id),
  });
  return (
    <section className="sy-conflict" aria-label={t('conflict.title')}>
      <p>{differences.length === 0 ? t('conflict.unseen') : t('conflict.text')}</p>
      <ul>
        {differences.map((difference) => (
          <Line
            key={difference.path.join('.')}
            difference={difference}
            label={fieldLabel(formName, difference.path, t)}
            words={words(difference.path)}
            onChoose={(value) => onChoose(difference.path, value)}
          />
        ))}
      </ul>
    </section>
  );
}

/** Sections of forms, whose heading is no label. */
const sections = ['type', 'extra', 'env', 'secrets', 'survey_vars', 'vaults'] as const;

/** The label of a field as it stands on screen; the name of the member where it has none. */
function fieldLabel(formName: string, path: FieldPath, t: TFunction): string {
  const id = [formName, ...path].join('_');
  const label =
    document.querySelector(`label[for="${CSS.escape(id)}"]`) ?? document.getElementById(id)?.closest('label');
  const section = sections.find((name) => name === path[0]);
  return label?.textContent?.trim() || (section ? t(`conflict.section.${section}`) : path.join(' '));
}
