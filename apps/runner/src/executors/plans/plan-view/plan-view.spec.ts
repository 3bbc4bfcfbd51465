import { describe, expect, it } from '@jest/globals';
import { MAX_PLAN_VIEW_BYTES, PlanView } from '@switchyard/contracts';
import { planView } from './plan-view.js';

interface Changed {
  actions: string[];
  before?: unknown;
  after?: unknown;
  [member: string]: unknown;
}

const change = (address: string, of: Changed, more: object = {}) => ({
  address,
  mode: 'managed',
  change: { before: null, after: null, ...of },
  ...more,
});

const show = (parts: object): string =>
  JSON.stringify({ format_version: '1.2', terraform_version: '1.11.4', prior_state: { a: '"}]' }, ...parts });

const viewOf = (parts: object, secrets: string[] = []): PlanView => PlanView.parse(planView(show(parts), secrets).view);

const update = (before: unknown, after: unknown, more: object = {}) =>
  viewOf({ resource_changes: [change('a.b', { actions: ['update'], before, after, ...more })] }).resources[0]
    ?.attributes;

describe('the view of a plan', () => {
  it('should count as the tool does and show what is destroyed first', () => {
    const made = planView(
      show({
        resource_changes: [
          change('a.new', { actions: ['create'], after: { size: 1 } }),
          change('a.same', { actions: ['no-op'], before: { x: 1 }, after: { x: 1 } }),
          change(
            'module.m["x"].a.moved',
            { actions: ['no-op'] },
            { module_address: 'module.m["x"]', previous_address: 'a.old' },
          ),
          change('a.swap', {
            actions: ['create', 'delete'],
            before: { id: 'i' },
            after: {},
            after_unknown: { id: true },
          }),
          change('a.taken', { actions: ['update'], importing: { id: 'z' } }),
          change('a.gone', { actions: ['delete'], before: { id: 'j' } }),
        ],
        output_changes: { o: { actions: ['update'], before: [1], after: [2] }, same: { actions: ['no-op'] } },
        resource_drift: [change('a.same', { actions: ['update'], before: { x: 0 }, after: { x: 1 } })],
      }),
      [],
    );
    expect(made.summary).toEqual({ add: 2, change: 1, destroy: 2, import: 1, outputs: 1, move: 1, forget: 0 });
    const { resources, counts, drift, outputs, problem } = PlanView.parse(made.view);
    expect([problem, counts.delete, counts.replace, counts.move]).toEqual([null, 1, 1, 1]);
    expect(resources.map(({ address, action }) => `${action} ${address}`)).toEqual([
      'delete a.gone',
      'replace a.swap',
      'update a.taken',
      'create a.new',
      'move module.m["x"].a.moved',
    ]);
    expect(resources[1]?.attributes).toEqual([{ path: 'id', before: '"i"', after: null, unknown: true }]);
    expect(resources[4]).toMatchObject({ module: 'module.m["x"]', previous_address: 'a.old' });
    expect(drift).toMatchObject([{ address: 'a.same', attributes: [{ path: 'x', before: '0', after: '1' }] }]);
    expect(outputs).toEqual([{ path: 'o', before: '[1]', after: '[2]' }]);
  });

  it('should name what is known after apply within an output', () => {
    const outputs = (after: unknown, after_unknown: unknown) =>
      viewOf({ output_changes: { o: { actions: ['create'], before: null, after, after_unknown } } }).outputs;
    const unknown = [{ path: 'o', before: null, after: null, unknown: true }];
    expect(outputs([null, null, null], [true, true, true])).toEqual(unknown);
    expect(outputs(undefined, true)).toEqual(unknown);
    expect(outputs([null, 'b'], [true])).toEqual([{ path: 'o', before: null, after: '["(known after apply)","b"]' }]);
    expect(outputs({ name: 'web' }, { ids: [true] })).toEqual([
      { path: 'o', before: null, after: '{"name":"web","ids":["(known after apply)"]}' },
    ]);
  });

  it('should go down to single values and mark what forces a replacement', () => {
    expect(
      update(
        { tags: { 'a b': 1, gone: true }, rules: [{ port: 1 }, { port: 2 }], kind: 'x', list: [] },
        { tags: { 'a b': 2 }, rules: [{ port: 1 }, { port: 3 }], kind: { y: 1 }, list: [] },
        { replace_paths: [['rules', 1]] },
      ),
    ).toEqual([
      { path: 'tags["a b"]', before: '1', after: '2' },
      { path: 'tags.gone', before: 'true', after: null },
      { path: 'rules[1].port', before: '2', after: '3', replaces: true },
      { path: 'kind.y', before: null, after: '1' },
      { path: 'kind', before: '"x"', after: null },
    ]);
  });

  it.each<[string, unknown, unknown, object]>([
    ['a value', { p: 'hunter22' }, { p: 'hunter23' }, { before_sensitive: { p: true } }],
    ['a value that comes', { p: 'x' }, { p: 'hunter23' }, { after_sensitive: { p: true } }],
    ['everything in a value', { p: { q: 'hunter22' } }, { p: { q: 'hunter23' } }, { before_sensitive: { p: true } }],
    [
      'a value before an unknown one',
      { p: { q: 'hunter22' } },
      {},
      { after_unknown: { p: true }, before_sensitive: { p: { q: true } } },
    ],
    [
      'a common value before an unknown one',
      { p: { q: 'root' } },
      {},
      { after_unknown: { p: true }, before_sensitive: { p: { q: true } } },
    ],
    ['the whole resource', { p: 'hunter22' }, null, { before_sensitive: true }],
    ['a number', { p: 12_345_678 }, { p: 2 }, { before_sensitive: { p: true } }],
    [
      'a copy without a mark',
      { p: 'hunter22', q: 'hunter22' },
      { p: 'hunter22', q: '' },
      { before_sensitive: { p: true } },
    ],
    [
      'a copy in a list',
      { p: 'hunter22', q: [] },
      { p: 'hunter22', q: [['hunter22']] },
      { before_sensitive: { p: true } },
    ],
  ])('should not hold %s that is marked as sensitive', (_, before, after, marks) => {
    const view = viewOf({ resource_changes: [change('a.b', { actions: ['update'], before, after, ...marks })] });
    expect(view.resources[0]?.attributes.some(({ sensitive }) => sensitive)).toBe(true);
    expect(JSON.stringify(view)).not.toMatch(/hunter|12345678|root/);
  });

  it('should hide the values of sensitive variables and marked outputs wherever they stand', () => {
    const view = viewOf({
      variables: { pw: { value: 'hunter22' }, size: { value: 'large' } },
      configuration: { root_module: { variables: { pw: { sensitive: true }, size: {} } } },
      resource_changes: [
        change('a.b', {
          actions: ['create'],
          after: { copy: 'hunter22', url: 'db://me:hunter22@host', size: 'large' },
        }),
      ],
      output_changes: {
        o: { actions: ['create'], before: null, after: { p: 'canary1' }, after_sensitive: { p: true } },
      },
    });
    expect(view.resources[0]?.attributes).toEqual([
      { path: 'copy', before: null, after: null, sensitive: true },
      { path: 'url', before: null, after: '"db://me:***@host"' },
      { path: 'size', before: null, after: '"large"' },
    ]);
    expect(view.outputs).toEqual([{ path: 'o', before: null, after: null, sensitive: true }]);
  });

  it('should mask secrets of the job in addresses, paths and values before they are cut', () => {
    const secret = `s3cret${'x'.repeat(40)}`;
    const after = { [secret]: 1, long: `${'y'.repeat(1980)}${secret}` };
    const view = viewOf({ resource_changes: [change(`a.b["${secret}"]`, { actions: ['create'], after })] }, [secret]);
    expect(JSON.stringify(view)).not.toContain('s3cret');
    expect(view.resources[0]?.address).toBe('a.b["***"]');
  });

  it('should keep a huge plan within its bytes, what is destroyed first', () => {
    const text = 'z'.repeat(1900);
    const make = (count: number, action: string) =>
      Array.from({ length: count }, (_, i) =>
        change(`a.${action}[${i}]`, { actions: [action], [action === 'delete' ? 'before' : 'after']: { text, i } }),
      );
    const view = viewOf({ resource_changes: [...make(20_000, 'create'), ...make(500, 'delete')] });
    expect(Buffer.byteLength(JSON.stringify(view))).toBeLessThanOrEqual(MAX_PLAN_VIEW_BYTES);
    expect(view.resources.filter(({ action }) => action === 'delete')).toHaveLength(500);
    expect(view.resources[0]?.attributes).toHaveLength(2);
    expect(view.resources.at(-1)).toMatchObject({ attributes: [], more_attributes: 2 });
    expect(view.resources.length + view.more_resources).toBe(20_500);
    expect(view.counts.create).toBe(20_000);
  });

  it('should cut the attributes of one resource and the values', () => {
    const after = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, '😀'.repeat(2_000)]));
    const [resource] = viewOf({ resource_changes: [change('a.b', { actions: ['create'], after })] }).resources;
    expect([resource?.attributes.length, resource?.more_attributes]).toEqual([200, 100]);
    expect(resource?.attributes[0]?.after).toMatch(/^"(😀)+…$/u);
  });

  it.each<[string, string, string]>([
    ['a newer format', show({ format_version: '2.0', resource_changes: {} }), 'newer_format'],
    ['an action that is not known', show({ resource_changes: [change('a', { actions: ['open'] })] }), 'newer_format'],
    ['nothing', '', 'unreadable'],
    ['no JSON', 'Error: no plan', 'unreadable'],
    [
      'a plan that is cut off',
      show({ resource_changes: [change('a', { actions: ['read'] })] }).slice(0, -40),
      'unreadable',
    ],
    ['a string that is cut off', '{"format_version": "1.', 'unreadable'],
    ['a list', '[]', 'unreadable'],
    ['no version', '{}', 'unreadable'],
    ['another form', show({ resource_changes: [{ address: 7 }] }), 'unreadable'],
    ['lists that are objects', show({ resource_changes: {} }), 'unreadable'],
    [
      'values nested deeply',
      `{"format_version":"1.2","resource_changes":[{"address":"a","change":{"actions":["update"],"before":${'['.repeat(50_000)}${']'.repeat(50_000)}}}]}`,
      'unreadable',
    ],
  ])('should state what is wrong with %s', (_, text, problem) => {
    const { view, summary } = planView(text, []);
    expect([PlanView.parse(view).problem, summary]).toEqual([problem, null]);
  });

  it('should take an empty plan', () => {
    expect(viewOf({ resource_drift: null })).toMatchObject({ problem: null, resources: [], drift: [] });
  });
});
