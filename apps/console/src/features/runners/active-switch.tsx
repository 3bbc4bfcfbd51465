import type { Runner } from '@switchyard/contracts';
import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { type RunnerScope, useSwitchRunnerMutation } from '../../api/runners-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { DemoGate } from '../../components/session/demo-gate.js';

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
    <DemoGate>
      <Switch
        size="small"
        checked={active}
        {...(!mayManage && { disabled: true })}
        loading={isLoading}
        aria-label={t('runners.activeNamed', { name })}
        onChange={(next) => void change({ scope, id, active: next }).unwrap().catch(notify.error)}
      />
    </DemoGate>
  );
}
