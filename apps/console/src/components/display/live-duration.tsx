import { durationText, elapsedMs } from '../../lib/duration-text.js';
import { emptyText } from '../../lib/moment-text.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';

interface DurationProps {
  start: string | null | undefined;
  end: string | null | undefined;
}

function TickingDuration({ start }: { start: string }) {
  const locale = useLocale();
  const now = useNow('second');
  return durationText(elapsedMs(start, null, now) ?? 0, locale);
}

/** Time from start to end; ticks while there is no end; a dash while there is no start. */
export function LiveDuration({ start, end }: DurationProps) {
  const locale = useLocale();
  if (start && !end) {
    return <TickingDuration start={start} />;
  }
  const ms = elapsedMs(start, end, 0);
  return ms === null ? emptyText : durationText(ms, locale);
}
