import type { LogLink } from '@switchyard/contracts';
import { withVisibleControls } from '@switchyard/contracts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListLogLinksQuery, useRemoveLogLinkMutation } from '../../../api/log-links-api.js';
import type { TaskRef } from '../../../api/tasks-api.js';
import { LoadFailure } from '../../../components/feedback/load-failure.js';
import { useNotify } from '../../../components/feedback/notify.js';
import { DemoGate } from '../../../components/session/demo-gate.js';
import { fullMomentText } from '../../../lib/moment-text.js';
import { useLocale } from '../../../lib/use-locale.js';

interface LinkListProps {
  task: TaskRef;
  onRevoked: (id: number) => void;
}

/** The links of a task that work. */
export function LinkList({ task, onRevoked }: LinkListProps) {
  const { t } = useTranslation();
  const { data: links, error, refetch } = useListLogLinksQuery(task, { refetchOnMountOrArgChange: true });
  if (links === undefined) {
    return error === undefined ? null : <LoadFailure error={error} onRetry={() => void refetch()} />;
  }
  return (
    <section className="sy-share-list" aria-label={t('logLink.working')}>
      <h3>{t('logLink.working')}</h3>
      {links.length === 0 && <p className="sy-text3">{t('logLink.none')}</p>}
      <ul>
        {links.map((link) => (
          <LinkRow key={link.id} task={task} link={link} onRevoked={() => onRevoked(link.id)} />
        ))}
      </ul>
    </section>
  );
}

function LinkRow({ task, link, onRevoked }: { task: TaskRef; link: LogLink; onRevoked: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const notify = useNotify();
  const [remove, { isLoading }] = useRemoveLogLinkMutation();
  const name = withVisibleControls(link.user_name);
  const until = t('logLink.until', { moment: fullMomentText(link.expires, locale) });
  const revoke = async (): Promise<void> => {
    try {
      await remove({ ...task, id: link.id }).unwrap();
      onRevoked();
      notify.success(t('logLink.revoked'));
    } catch (fault) {
      notify.error(fault);
    }
  };
  return (
    <li>
      <div>
        <b>{until}</b>
        <span className="sy-text2">{t('logLink.madeBy', { name })}</span>
        <span className="sy-text3">
          {link.opened === null
            ? t('logLink.unopened')
            : t('logLink.opened', { moment: fullMomentText(link.opened, locale) })}
        </span>
      </div>
      <DemoGate>
        <Button
          danger
          size="small"
          loading={isLoading}
          aria-label={t('logLink.revokeNamed', { name, until })}
          onClick={() => void revoke()}
        >
          {t('logLink.revoke')}
        </Button>
      </DemoGate>
    </li>
  );
}
