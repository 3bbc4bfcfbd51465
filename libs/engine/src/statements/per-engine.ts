import type { Engine } from '../ports.js';

/** One value per engine, made when it is first used and kept as long as the engine. */
export function perEngine<T>(make: (engine: Engine) => T): (engine: Engine) => T {
  const made = new WeakMap<Engine, T>();
  return (engine) => {
    const known = made.get(engine) ?? make(engine);
    made.set(engine, known);
    return known;
  };
}
