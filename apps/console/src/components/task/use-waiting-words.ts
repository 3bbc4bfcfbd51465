import type { Task } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';

interface WaitingWords {
  title: string;
  /** What will happen, and what to do. */
  next: string;
}

/**
 * Why a task waits. The server's English sentence names the tag or the limit, so English shows it; other languages have
 * words for the code.
 */
export function useWaitingWords(reason: Task['waiting_reason']): WaitingWords {
  const { t, i18n } = useTranslation();
  const code = reason?.code ?? 'queued';
  const sentence = i18n.language === 'en' ? reason?.text.replace(/\.$/, '') : undefined;
  return { title: sentence || t(`waiting.${code}.title`), next: t(`waiting.${code}.next`) };
}
