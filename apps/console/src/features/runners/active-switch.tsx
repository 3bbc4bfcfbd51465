import type { Runner } from '@switchyard/contracts';
import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { type RunnerScope, useSwitchRunnerMutation } from '../../api/runners-api.js';
import { useNotify } from '../../components/feedback/notify.js';

interface ActiveSwitchProps {
  scope: RunnerScope;
  runner: Runner;
  mayManage: boolean;
}

export function ActiveSwitch({ scope, runner: { id, name, active }, mayManage }: ActiveSwitchProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [change, { isLoading }] = useSwitchRunnerMutation();
  return (
    <Switch
      size="small"
      checked={active}
      disabled={!mayManage}
      loading={isLoading}
      aria-label={t('runners.activeNamed', { name })}
      onChange={(next) => void change({ scope, id, active: next }).unwrap().catch(notify.error)}
    />
  );
}
