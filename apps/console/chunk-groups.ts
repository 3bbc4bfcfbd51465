/** Alternatives of a module's package, or of its folder inside of antd, as they stand in a path. */
const oneOf = (...names: string[]): string => `(?:${names.join('|')})`;
const packages = (...names: string[]): RegExp => new RegExp(`/node_modules/${oneOf(...names)}/`);
const components = (...names: string[]): RegExp =>
  new RegExp(`/node_modules/(?:antd/es|@rc-component)/${oneOf(...names)}/`);

/**
 * Chunks of the build by what is needed together and changes together, so that a first visit takes few requests and a
 * release leaves most of the cache valid. What is in no group stays with the page that uses it. The first group that
 * matches takes the module.
 */
export const chunkGroups = [
  {
    name: 'react',
    test: [
      packages(
        'react',
        'react-dom',
        'scheduler',
        'react-router',
        'react-router-dom',
        'react-redux',
        '@reduxjs/toolkit',
        'redux',
        'redux-thunk',
        'immer',
        'reselect',
        'use-sync-external-store',
        'i18next',
        'react-i18next',
      ),
    ],
  },
  { name: 'contracts', test: [/\/(?:node_modules\/zod|libs\/contracts\/(?!src\/yaml\.))/] },
  { name: 'socket', test: [/\/node_modules\/(?:socket\.io|engine\.io|@socket\.io)/] },
  {
    name: 'ui',
    test: [
      packages('@ant-design/(?:cssinjs|cssinjs-utils|colors|fast-color)', '@babel/runtime', 'stylis', 'clsx'),
      packages('@ant-design/icons/(?:es|lib)/(?:components|utils)'),
      components(
        '_util',
        'style',
        'theme',
        'config-provider',
        'button',
        'space',
        'tooltip',
        'alert',
        'grid',
        'color-picker',
        'checkbox',
        'empty',
        'spin',
      ),
      components('util', 'motion', 'resize-observer', 'portal', 'trigger', 'context'),
    ],
  },
  { name: 'icons', test: [packages('@ant-design/icons', '@ant-design/icons-svg')], minShareCount: 2 },
  {
    name: 'form',
    test: [components('form', 'async-validator', 'input', 'input-number', 'mini-decimal', 'switch', 'segmented')],
  },
  {
    name: 'overlays',
    test: [components('app', 'modal', 'dialog', 'notification', 'message', 'skeleton', 'drawer', 'popover')],
  },
  { name: 'shell', test: [components('menu', 'dropdown', 'overflow', 'tabs', 'layout', 'collapse')] },
  { name: 'select', test: [components('select', 'virtual-list', 'auto-complete')] },
  {
    name: 'core',
    test: [
      /\/console\/src\/(?:api|lib|theme|locales\/(?:en|languages))[/.]/,
      /\/console\/src\/components\/(?:start-screen|error-screen|status-icon|logo|load-failure)\./,
    ],
  },
  { name: 'fields', test: [/\/console\/src\/components\/(?:required-mark|use-form-issues)\./] },
  {
    name: 'lists',
    test: [/\/console\/src\/components\/(?:data-table\/|(?:resource-page|row-actions|task-[\w-]+|popup-menu)\.)/],
  },
  {
    name: 'dialogs',
    test: [/\/console\/src\/components\/(?:[\w-]*dialog|tag-input|runner-tag-field|reference-list)\./],
    minShareCount: 2,
  },
  { name: 'components', test: [/\/console\/src\/components\/(?!log-viewer)/], minShareCount: 4 },
].map(({ test, ...group }, place, { length }) => ({
  ...group,
  test: (id: string) => test.some((pattern) => pattern.test(id)),
  priority: length - place,
}));
