import { fullMomentText, momentText, shortMomentText, type MomentValue } from '../../lib/moment-text.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';

interface MomentProps {
  value: MomentValue;
  short?: boolean;
}

/** A point in time, relative when recent; the full date is its title. */
export function Moment({ value, short = false }: MomentProps) {
  const locale = useLocale();
  const now = new Date(useNow('minute'));
  const text = short ? shortMomentText(value, now, locale) : momentText(value, now, locale);
  return (
    <time dateTime={value ?? undefined} title={value ? fullMomentText(value, locale) : undefined}>
      {text}
    </time>
  );
}
