import { ClockCircleOutlined, CloseCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import { isAssignable, type TaskStatus, type TaskWithTemplate } from '@switchyard/contracts';
import { Button } from 'antd';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useRunnersPath } from '../../components/page/use-runners-path.js';
import { useWaitingWords } from '../../components/task/use-waiting-words.js';
import { endWords } from '../../lib/problem-words.js';
import { DecisionBanner } from './decision-banner.js';

interface TaskLogBannerProps {
  task: TaskWithTemplate;
  /** Numbers of the error lines, from 1. */
  errorLines: readonly number[];
  onLine: (line: number) => void;
}

interface BannerProps {
  tone: 'red' | 'grey' | 'volcano';
  icon: ReactNode;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** How many error lines the banner names. */
const namedLines = 5;

function Banner({ tone, icon, title, action, children }: BannerProps) {
  return (
    <div className="sy-tasklog-banner" data-tone={tone} role={tone === 'red' ? 'alert' : 'status'}>
      {icon}
      <div className="sy-grow">
        <h3>{title}</h3>
        {children}
      </div>
      {action}
    </div>
  );
}

function NextError({ errorLines, onLine }: Pick<TaskLogBannerProps, 'errorLines' | 'onLine'>) {
  const { t } = useTranslation();
  const shown = useRef(0);
  const next = (): void => {
    shown.current = (shown.current + 1) % errorLines.length;
    onLine(errorLines[shown.current] ?? 1);
  };
  return <Button onClick={next}>{t('log.nextError')}</Button>;
}

function FailedBanner({ task, errorLines, onLine }: TaskLogBannerProps) {
  const { t } = useTranslation();
  const title = task.exit_code === null ? t('log.failed') : t('log.failedWithCode', { code: task.exit_code });
  const reason = endWords(task, t);
  const action = errorLines.length > 1 && <NextError errorLines={errorLines} onLine={onLine} />;
  return (
    <Banner tone="red" icon={<CloseCircleFilled aria-hidden />} title={title} action={action}>
      {reason !== null && <p>{reason}</p>}
      {errorLines.length > 0 && (
        <p className="sy-tasklog-errors">
          {errorLines.slice(0, namedLines).map((line) => (
            <button key={line} type="button" className="sy-linkbutton" onClick={() => onLine(line)}>
              {t('log.line', { line })}
            </button>
          ))}
        </p>
      )}
    </Banner>
  );
}

function WaitingBanner({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { title, next } = useWaitingWords(task.waiting_reason);
  const runners = useRunnersPath(task);
  const action = runners !== null && <Button onClick={() => void navigate(runners)}>{t('waiting.openRunners')}</Button>;
  return (
    <Banner tone="grey" icon={<ClockCircleOutlined aria-hidden />} title={title} action={action}>
      <p>{next}</p>
    </Banner>
  );
}

/** Ends that need a word when there is one. */
const EXPLAINED: readonly TaskStatus[] = ['rejected', 'canceled', 'stopped'];

function EndedBanner({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const { status, decided_by: decider, stopped_by: stopper } = task;
  const words = endWords(task, t);
  const who =
    status === 'rejected'
      ? t('log.plan.rejectedBy', { name: decider ?? '–' })
      : status === 'stopped' && stopper !== null && t('log.stoppedBy', { name: stopper });
  const title = who || words;
  return title ? (
    <Banner tone={status === 'rejected' ? 'volcano' : 'grey'} icon={<MinusCircleOutlined aria-hidden />} title={title}>
      {status === 'rejected' ? <p>{t('log.plan.nothingApplied')}</p> : who && words && <p>{words}</p>}
    </Banner>
  ) : null;
}

/** What there is to decide, why the task waits, or why it failed with the way to the lines; nothing otherwise. */
export function TaskLogBanner(props: TaskLogBannerProps) {
  const { status, waiting_reason: reason } = props.task;
  if (status === 'error') {
    return <FailedBanner {...props} />;
  }
  if (status === 'waiting_confirmation') {
    return <DecisionBanner task={props.task} />;
  }
  if (EXPLAINED.includes(status)) {
    return <EndedBanner task={props.task} />;
  }
  return isAssignable(status) && reason !== null ? <WaitingBanner task={props.task} /> : null;
}
