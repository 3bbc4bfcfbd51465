const POOLS = 'NewExpression[callee.name=/^(WorkerPool|BoundedWork)$/]';

/**
 * Nest calls `onModuleDestroy` while requests are still being answered, and `onApplicationShutdown` after the last one.
 * @type {import('eslint').Rule.RuleModule}
 */
export const poolsEndLast = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { early: 'Requests that were begun still need these threads: close them in onApplicationShutdown.' },
  },
  create: (context) => ({
    [`ClassBody:has(${POOLS}) > MethodDefinition[key.name='onModuleDestroy']`]: (
      /** @type {import('eslint').Rule.Node} */ node,
    ) => context.report({ node, messageId: 'early' }),
  }),
};
