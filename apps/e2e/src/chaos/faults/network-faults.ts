import { STORM, USUAL } from '../proxy/network-conditions.js';
import type { World } from '../world/world.js';
import type { Fault, Span } from './fault.js';

/** Cuts, storms and runners that are cut off. */
export function networkFaults(world: World, isolatedFor: Span): Fault[] {
  const { proxy, fleet, stack } = world;
  const tokens = (): Map<string, string> =>
    new Map([
      ...fleet.map(({ runner, token }) => [runner.name, token] as const),
      ...stack.runners.map(({ name }) => [name, world.tokenOf(name)] as const),
    ]);
  return [
    {
      name: 'every connection cut',
      weight: 2,
      lasts: { least: 0, most: 0.1 },
      target: () => 'connections',
      begin: () => proxy.cutAll(),
      recover: () => undefined,
    },
    {
      name: 'storm: cuts, delays, duplicates, replays, disorder',
      weight: 3,
      lasts: { least: 2, most: 15 },
      target: () => 'conditions',
      begin: () => void (proxy.conditions = STORM),
      recover: () => void (proxy.conditions = USUAL),
    },
    {
      name: 'runner cut off',
      weight: 3,
      lasts: isolatedFor,
      target: (random) => random.pick([...tokens().keys()]),
      begin: (name) => proxy.isolate(tokens().get(name) ?? ''),
      recover: (name) => proxy.rejoin(tokens().get(name) ?? ''),
    },
  ];
}
