import { useNow } from '../../../lib/use-now.js';
import type { LogLabels } from '../labels.js';

/** A tool that writes nothing for so long is worth a word, in milliseconds. */
const WORTH_A_WORD = 60_000;

/** For how long a running task has written nothing. */
export function Silence({ since, labels }: { since: number; labels: LogLabels }) {
  const quiet = useNow('minute') - since;
  return quiet < WORTH_A_WORD ? null : <span className="sy-log-silence">{labels.silence(labels.duration(quiet))}</span>;
}
