import '../../../styles/menu.css';
import { isFinal, type SharedLog as Log, withVisibleControls } from '@switchyard/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { LiveDuration } from '../../../components/display/live-duration.js';
import {
  formatTarget,
  type LogLabels,
  LogViewer,
  parseTarget,
  type LogSource,
} from '../../../components/log-viewer/index.js';
import { StatusLabel } from '../../../components/task/status-label.js';
import { emptyText, fullMomentText } from '../../../lib/moment-text.js';
import { useLocale } from '../../../lib/use-locale.js';
import { Themed } from '../../../theme/themed.js';
import { ansibleHeadings } from '../error-patterns.js';
import { logOutcome } from '../stage-statuses.js';
import { useLogLabels } from '../use-log-labels.js';
import { getJson } from '../../../api/get-json.js';
import { linkHeaders, SHARED_LOG } from '../../../api/shared-log-api.js';
import { logReads } from '../log-reads.js';

interface SharedLogProps {
  token: string;
  log: Log;
  /** Epoch milliseconds. */
  readAt: number;
  onReload: () => void;
}

/** A log for somebody without an account: what it is of, and its lines. */
export function SharedLog(props: SharedLogProps) {
  return (
    <Themed>
      <Head {...props} />
      <Lines key={props.readAt} {...props} />
    </Themed>
  );
}

function Head({ log, readAt, onReload }: SharedLogProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', hourCycle: 'h23' }).format(readAt);
  return (
    <div className="sl-head">
      <div className="sl-name">
        <h1>{withVisibleControls(log.template)}</h1>
        <StatusLabel status={log.status} look="pill" />
      </div>
      <dl className="sl-facts">
        <Fact label={t('log.details.started')} value={log.start ? fullMomentText(log.start, locale) : emptyText} />
        <div>
          <dt>{t('log.facts.duration')}</dt>
          <dd>
            <LiveDuration start={log.start} end={log.end ?? new Date(readAt).toISOString()} />
          </dd>
        </div>
        <Fact label={t('sharedLog.expires')} value={fullMomentText(log.expires, locale)} />
      </dl>
      {!isFinal(log.status) && (
        <div className="sl-open">
          <span>{t('sharedLog.notEnded', { time })}</span>
          <button type="button" className="sy-plain" onClick={onReload}>
            {t('sharedLog.reload')}
          </button>
        </div>
      )}
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Lines({ token, log }: SharedLogProps) {
  const source = useMemo(() => sharedLogSource(token), [token]);
  const labels = useLabels(isFinal(log.status));
  const navigate = useNavigate();
  const { hash } = useLocation();
  const target = useMemo(() => parseTarget(hash), [hash]);
  return (
    <div className="sl-lines">
      <LogViewer
        source={source}
        live={false}
        outcome={logOutcome([], log.status)}
        labels={labels}
        startedAt={log.start ? Date.parse(log.start) : undefined}
        finishedAt={log.end ? Date.parse(log.end) : undefined}
        headings={log.family === 'ansible' ? ansibleHeadings : undefined}
        target={target}
        onTargetChange={(next) => void navigate({ hash: formatTarget(next) }, { replace: true })}
        linkOf={(next) => new URL(formatTarget(next), window.location.href).href}
        autoFocus
      />
    </div>
  );
}

/** The viewer's, for somebody who has no file to download, of a log that may not have begun. */
function useLabels(ended: boolean): LogLabels {
  const { t } = useTranslation();
  const labels = useLogLabels();
  return useMemo(() => {
    const empty = ended ? labels.empty : labels.waiting;
    return { ...labels, empty, copyTooLarge: t('sharedLog.copyTooLarge') };
  }, [labels, ended, t]);
}

/** The log that a link leads to, as it is when it is read: nothing is followed. */
const sharedLogSource = (token: string): LogSource => ({
  ...logReads((path, signal) => getJson(`${SHARED_LOG}/${path}`, signal, linkHeaders(token))),
  subscribe: () => () => undefined,
});
