import { ClockCircleOutlined, CloseCircleFilled } from '@ant-design/icons';
import type { TaskWithTemplate } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tone } from '../../theme/palette.js';

/** Why the task waits, or why it failed; nothing otherwise. */
export function TaskLogBanner({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const code = task.waiting_reason?.code;
  if (task.status === 'waiting' && code) {
    return (
      <Banner tone="grey" icon={<ClockCircleOutlined />} title={t(`waiting.${code}.title`)}>
        {t(`waiting.${code}.next`)}
      </Banner>
    );
  }
  if (task.status !== 'error') {
    return null;
  }
  const title = task.exit_code === null ? t('log.failed') : t('log.failedWithCode', { code: task.exit_code });
  return (
    <Banner tone="red" icon={<CloseCircleFilled />} title={title}>
      {task.end_reason}
    </Banner>
  );
}

function Banner({ tone, icon, title, children }: { tone: Tone; icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="sy-tasklog-banner" data-tone={tone} role={tone === 'red' ? 'alert' : 'status'}>
      {icon}
      <div>
        <b>{title}</b>
        {children && <p>{children}</p>}
      </div>
    </div>
  );
}
