import type { Task } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';

interface WaitingWords {
  title: string;
  /** Sentence on what will happen, and what to do. */
  next: string;
}

/** Why a task waits. */
export function useWaitingWords(reason: Task['waiting_reason']): WaitingWords {
  const { t } = useTranslation();
  const code = reason?.code ?? 'queued';
  const untagged = code === 'no_matching_tag' && !reason?.params.tag;
  return {
    title: untagged ? t('waiting.no_matching_tag.untagged') : t(`waiting.${code}.title`, { ...reason?.params }),
    next: t(`waiting.${code}.next`),
  };
}
