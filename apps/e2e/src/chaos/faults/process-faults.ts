import type { Part } from '../../support/part.js';
import type { Random } from '../random.js';
import type { World } from '../world/world.js';
import type { Fault, Span } from './fault.js';

interface PartKind {
  name: string;
  parts: readonly Part[];
  /** Bounds of a pause by SIGSTOP. */
  frozen: Span;
}

/** kill -9, SIGSTOP and replicas that come and go, for the processes of the control plane. */
export function controlPlaneFaults({ stack }: Pick<World, 'stack'>): Fault[] {
  const kinds = [
    { name: 'api', parts: stack.apis, frozen: { least: 0.5, most: 18 } },
    { name: 'dispatcher', parts: stack.dispatchers, frozen: { least: 0.5, most: 18 } },
  ];
  return kinds.flatMap((kind) => [killed(kind, { least: 0.1, most: 5 }), frozen(kind), removed(kind)]);
}

/** The same for real runners, also for longer than a lease. */
export function realRunnerFaults({ stack }: Pick<World, 'stack'>, frozenFor: Span): Fault[] {
  const kind = { name: 'real runner', parts: stack.runners, frozen: frozenFor };
  return [killed(kind, { least: 0.1, most: 10 }), frozen(kind)];
}

const target =
  ({ parts }: PartKind) =>
  (random: Random): string =>
    random.pick(parts).name;

const named = ({ parts }: PartKind, name: string): Part | undefined => parts.find((part) => part.name === name);

const killed = (kind: PartKind, lasts: Span): Fault => ({
  name: `kill -9 ${kind.name}`,
  weight: 3,
  lasts,
  target: target(kind),
  begin: (name) => named(kind, name)?.kill(),
  recover: (name) => named(kind, name)?.start(),
});

const frozen = (kind: PartKind): Fault => ({
  name: `SIGSTOP ${kind.name}`,
  weight: 2,
  lasts: kind.frozen,
  target: target(kind),
  begin: (name) => named(kind, name)?.signal('SIGSTOP'),
  recover: (name) => named(kind, name)?.signal('SIGCONT'),
});

const removed = (kind: PartKind): Fault => ({
  name: `${kind.name} replica removed and added`,
  weight: 2,
  lasts: { least: 1, most: 12 },
  target: target(kind),
  begin: (name) => named(kind, name)?.stop(),
  recover: (name) => named(kind, name)?.start(),
});
