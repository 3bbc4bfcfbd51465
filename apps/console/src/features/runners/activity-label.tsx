import type { Runner } from '@switchyard/contracts';
import { Moment } from '../../components/display/moment.js';
import { useNow } from '../../lib/use-now.js';
import { activityTone, lastSeen } from './activity.js';

/** When a runner was last seen, with the colour of its age. */
export function ActivityLabel({ runner }: { runner: Runner }) {
  const now = useNow('minute');
  const seen = lastSeen(runner, now);
  return (
    <span className="ru-activity" data-tone={activityTone(seen, now)}>
      <i className="ru-dot" aria-hidden />
      <Moment value={seen} />
    </span>
  );
}
