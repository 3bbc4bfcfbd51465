import type { FastifyInstance } from 'fastify';

interface KnownPath {
  parts: string[];
  methods: Set<string>;
}

/** Which methods the routes of an app take at an address. */
export class AllowedMethods {
  private readonly known = new Map<string, KnownPath>();

  /** To be called before the routes are made. Routes that take whole parts of the tree, as files do, do not count. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method }) => {
      if (url.includes('*')) {
        return;
      }
      const known = this.known.get(url) ?? { parts: url.split('/'), methods: new Set() };
      this.known.set(url, known);
      [method].flat().forEach((each) => known.methods.add(each));
    });
  }

  /** In alphabetical order; empty = there is no such address. */
  at(path: string): string[] {
    const parts = path.split('/');
    const found = [...this.known.values()].filter((known) => isMatch(known.parts, parts));
    const methods = new Set(found.flatMap((each) => [...each.methods]));
    return methods.size === 0 ? [] : [...methods.add('OPTIONS')].sort();
  }
}

/** A part such as `:id` stands for any text. */
const isMatch = (pattern: readonly string[], parts: readonly string[]): boolean =>
  pattern.length === parts.length &&
  pattern.every((part, i) => (part.startsWith(':') ? parts[i] !== '' : part === parts[i]));
