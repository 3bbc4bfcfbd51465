import { Moment } from '../../components/moment.js';
import { useNow } from '../../lib/use-now.js';
import { activityTone } from './activity.js';

/** When a runner was last heard, with the colour of its age. */
export function ActivityLabel({ touched }: { touched: string | null }) {
  const now = useNow('minute');
  return (
    <span className="ru-activity" data-tone={activityTone(touched, now)}>
      <i className="ru-dot" aria-hidden />
      <Moment value={touched} />
    </span>
  );
}
