import { PauseCircleFilled, VerticalAlignBottomOutlined, WarningFilled } from '@ant-design/icons';
import type { Runner } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../components/actions/hint.js';
import { Moment } from '../../components/display/moment.js';
import { asSentence } from '../../lib/as-sentence.js';
import { useLocale } from '../../lib/use-locale.js';
import { fullMomentText } from '../../lib/moment-text.js';
import { pauseWords } from '../../lib/problem-words.js';
import { useNow } from '../../lib/use-now.js';
import { activityTone, lastSeen } from './activity.js';
import { type HealthShape, healthLooks, healthWord } from './health-look.js';

const icons: Readonly<Record<HealthShape, ReactNode>> = {
  dot: <i className="ru-dot" aria-hidden />,
  ring: <i className="ru-dot ru-ring" aria-hidden />,
  warning: <WarningFilled aria-hidden />,
  pause: <PauseCircleFilled aria-hidden />,
  drain: <VerticalAlignBottomOutlined aria-hidden />,
};

/** Icon and word of a runner's health. */
export function HealthLabel({ runner }: { runner: Runner }) {
  const { t } = useTranslation();
  const word = healthWord(runner, useNow('minute'));
  const { tone, shape } = healthLooks[word];
  return (
    <span className="sy-status ru-health" data-tone={tone} data-health={word}>
      {icons[shape]}
      <span>{t(`runners.health.${word}`)}</span>
    </span>
  );
}

interface Note {
  text: string;
  more: string;
  /** Somebody should look at it. */
  alarming?: boolean;
}

/** Why a runner takes no tasks, or what should be looked at. */
function useHealthNote(runner: Runner): Note | null {
  const { duplicate_seen, draining, health, refused } = runner;
  const { t } = useTranslation();
  const locale = useLocale();
  if (refused !== null) {
    const date = fullMomentText(refused.at, locale);
    return {
      text: t(`runners.refused.${refused.reason}`),
      more: t(`runners.refusedHint.${refused.reason}`, { date }),
      alarming: true,
    };
  }
  const reason = pauseWords(runner, t);
  if (reason !== null) {
    return { text: asSentence(reason), more: t('runners.pausedHint', { reason }) };
  }
  if (duplicate_seen !== null) {
    const date = fullMomentText(duplicate_seen, locale);
    return { text: t('runners.duplicate'), more: t('runners.duplicateHint', { date }), alarming: true };
  }
  if (draining) {
    return { text: t('runners.drainingNote'), more: t('runners.drainingHint') };
  }
  return health === 'degraded' ? { text: t('runners.degradedNote'), more: t('runners.degradedHint') } : null;
}

/** The reason in one line, the whole of it on hover or focus. */
export function HealthNote({ runner }: { runner: Runner }) {
  const note = useHealthNote(runner);
  return note && <NoteLine note={note} />;
}

function NoteLine({ note }: { note: Note }) {
  return (
    <Hint title={note.more}>
      <small className="ru-note sy-ellipsis" data-tone={note.alarming ? 'orange' : undefined} tabIndex={0}>
        {note.text}
      </small>
    </Hint>
  );
}

/** When a runner was last seen, with the colour of its age. */
function LastSeen({ runner }: { runner: Runner }) {
  const { t } = useTranslation();
  const now = useNow('minute');
  const seen = lastSeen(runner, now);
  return (
    <small className="ru-seen" data-tone={activityTone(seen, now)}>
      {seen === null ? t('runners.createdAt') : t('runners.lastSeen')} <Moment value={seen ?? runner.created} />
    </small>
  );
}

/** The health of a runner, over its reason, which runners that are present have, else over when it was last seen. */
export function HealthCell({ runner }: { runner: Runner }) {
  const note = useHealthNote(runner);
  return (
    <div className="sy-two">
      <HealthLabel runner={runner} />
      {note === null ? <LastSeen runner={runner} /> : <NoteLine note={note} />}
    </div>
  );
}
