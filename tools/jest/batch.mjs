/** @type {any} */
const { describe, it } = globalThis;

/**
 * Loads a spec file into a `describe` block of its name, so that hooks at its top level stay its own in a batch.
 * @param {string} name
 * @param {() => Promise<unknown>} load
 */
export async function loadSpec(name, load) {
  const state = circusState();
  const outer = state.currentDescribeBlock;
  describe(name, () => {
    state.inner = state.currentDescribeBlock;
  });
  state.currentDescribeBlock = state.inner;
  try {
    await load();
  } catch (error) {
    it('should load', () => {
      throw error;
    });
  } finally {
    state.currentDescribeBlock = outer;
  }
}

/**
 * `describe` takes no asynchronous function, and on Node 20 Jest imports a module by nothing else: so the block that Jest adds hooks and
 * tests to is changed in its own state. From Node 22.21 on Jest 30 requires such modules, and `describe(name, () => require(file))` does.
 * @returns {{ currentDescribeBlock: unknown, inner?: unknown }}
 */
function circusState() {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  );
  return symbol && Reflect.get(globalThis, symbol);
}
