import { z } from 'zod';

/** One value of a state, or a branch of them. */
export interface StateNode {
  /** Where it stands, for keys of lists. */
  path: string;
  name: string;
  /** JSON of a value; absent for a branch. */
  value?: string;
  children: StateNode[];
}

const Loose = z.record(z.string(), z.unknown());
/** The parts of a state that are shown; the rest of the format is Terraform's own. */
const ShownState = z.object({
  outputs: z.record(z.string(), z.object({ value: z.unknown().optional() })).nullish(),
  resources: z
    .array(
      z.object({
        module: z.string().nullish(),
        mode: z.string().nullish(),
        type: z.string().nullish(),
        name: z.string().nullish(),
        instances: z.array(z.object({ index_key: z.unknown().optional(), attributes: Loose.nullish() })).nullish(),
      }),
    )
    .nullish(),
});

/**
 * Outputs, and resources by their address, as trees.
 * @returns null when the text is no state
 */
export function stateRows(text: string): StateNode[] | null {
  const parsed = ShownState.safeParse(parse(text));
  if (!parsed.success) {
    return null;
  }
  const { outputs, resources } = parsed.data;
  const branch = (name: string, value: unknown): StateNode => nodeOf(name, name, value);
  return [
    ...Object.entries(outputs ?? {}).map(([name, output]) => branch(`output.${name}`, output.value)),
    ...(resources ?? []).flatMap(({ module, mode, type, name, instances }) => {
      const parts = [module, mode === 'data' ? 'data' : null, type, name].filter((part) => part);
      return (instances ?? []).map(({ index_key: index, attributes }) =>
        branch(
          `${parts.join('.')}${index === undefined || index === null ? '' : `[${JSON.stringify(index)}]`}`,
          attributes,
        ),
      );
    }),
  ];
}

/** Whether the tool has encrypted the state, so that nothing in it can be shown (opentofu.org/docs/language/state/encryption). */
export const isEncrypted = (text: string): boolean =>
  z.object({ encrypted_data: z.string() }).safeParse(parse(text)).success;

/** The nodes in which the text occurs, in a name or a value, with what is above and below them. */
export function matchingRows(nodes: readonly StateNode[], wanted: string): StateNode[] {
  const needle = wanted.trim().toLowerCase();
  if (needle === '') {
    return [...nodes];
  }
  return nodes.flatMap((node) => {
    if (`${node.name} ${node.value ?? ''}`.toLowerCase().includes(needle)) {
      return [node];
    }
    const children = matchingRows(node.children, needle);
    return children.length === 0 ? [] : [{ ...node, children }];
  });
}

function nodeOf(path: string, name: string, value: unknown): StateNode {
  if (typeof value !== 'object' || value === null) {
    return { path, name, value: JSON.stringify(value) ?? 'null', children: [] };
  }
  const entries = Object.entries(value);
  return entries.length === 0
    ? { path, name, value: JSON.stringify(value), children: [] }
    : { path, name, children: entries.map(([key, member]) => nodeOf(`${path}/${key}`, key, member)) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
