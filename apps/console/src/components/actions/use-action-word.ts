import type { Template } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';

const words = { '': 'run', build: 'build', deploy: 'deploy' } as const;

/** Title of the action of a template type: Run, Build or Deploy. */
export function useActionWord(): (type: Template['type']) => string {
  const { t } = useTranslation();
  return (type) => t(`action.${words[type]}`);
}
