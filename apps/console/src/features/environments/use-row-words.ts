import { useTranslation } from 'react-i18next';
import { asSentence } from '../../lib/as-sentence.js';
import { problemWords } from '../../lib/problem-words.js';
import type { RowWords } from './variable-rows.js';

/** Words for faults of variable lines. */
export function useRowWords(): RowWords {
  const { t } = useTranslation();
  return {
    unnamed: t('environment.unnamed'),
    twice: (name) => t('environment.twice', { name }),
    value: (column) => t('environment.unreadable', { column }),
    problem: (problem) => asSentence(problemWords(problem)),
    lines: t('environment.lines'),
  };
}
