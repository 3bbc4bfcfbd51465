import { atServer } from './at-server.js';
import { type ListedPlace, listTaskPlaces } from './supervisor/task-place.js';

/** Lists where tasks of the installations of this machine work, and which of these directories nobody uses any more. */
process.exit(
  await atServer(({ taskDir }) => {
    const places = listTaskPlaces(taskDir);
    places.forEach((place) => process.stdout.write(`${lineOf(place)}\n`));
    process.stdout.write(`${summaryOf(taskDir, places)}\n`);
    return Promise.resolve(0);
  }),
);

function lineOf({ dir, owner, isLeft }: ListedPlace): string {
  if (!isLeft) {
    return `${dir}  used by ${owner}`;
  }
  return owner === null
    ? `${dir}  left behind, by nobody knows whom`
    : `${dir}  left behind by ${owner}, which is gone`;
}

function summaryOf(taskDir: string, places: readonly ListedPlace[]): string {
  const left = places.filter(({ isLeft }) => isLeft).length;
  return left === 0
    ? `${taskDir}: ${places.length} in use, nothing left behind.`
    : `${taskDir}: ${places.length - left} in use, ${left} left behind. What is left may be removed; a new installation takes it over, emptied.`;
}
