import type { Runner } from '@switchyard/contracts';
import { Moment } from '../../components/display/moment.js';
import { useNow } from '../../lib/use-now.js';
import { activityTone, lastHeard } from './activity.js';

/** When a runner was last heard, with the colour of its age. */
export function ActivityLabel({ runner }: { runner: Runner }) {
  const now = useNow('minute');
  const heard = lastHeard(runner, now);
  return (
    <span className="ru-activity" data-tone={activityTone(heard, now)}>
      <i className="ru-dot" aria-hidden />
      <Moment value={heard} />
    </span>
  );
}
