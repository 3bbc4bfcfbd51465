/** Alternatives of a module's package, or of its folder inside of antd or the console, as they stand in a path. */
const oneOf = (...names: string[]): string => `(?:${names.join('|')})`;
const packages = (...names: string[]): RegExp => new RegExp(`/node_modules/${oneOf(...names)}/`);
const components = (...names: string[]): RegExp =>
  new RegExp(`/node_modules/(?:antd/es|@rc-component)/${oneOf(...names)}/`);
const own = (...names: string[]): RegExp => new RegExp(`/console/src/${oneOf(...names)}`);

/**
 * Chunks of the build by what is needed together and changes together, so that a first visit takes few requests and a
 * release leaves most of the cache valid. A group takes what its modules import along. A module in no group stays with the
 * page that uses it. The first group that matches takes the module: the first five are the first load of a project's page,
 * `first`, `react` and `start` alone that of the sign-in page.
 */
export const chunkGroups = [
  {
    // Modules that the script of the page needs to send the first requests.
    name: 'first',
    test: [
      own(
        'api/(?:early-answers|log-paths)\\.',
        'app/first-(?:code|frame|paths)\\.',
        'components/data-table/keyset\\.',
        'components/log-viewer/store/opening-lines\\.',
        'lib/local-setting\\.',
        'theme/palette\\.',
        'locales/(?:catalogues|languages)\\.',
      ),
      /\/libs\/contracts\/src\/(?:own|user\/languages)\./,
      /vite\/preload-helper/,
    ],
  },
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
        'i18next',
        'react-i18next',
      ),
      // Without the shim, which the canvas of workflows alone needs.
      /\/node_modules\/use-sync-external-store\/(?!shim|cjs\/use-sync-external-store-shim)/,
    ],
  },
  {
    // Imported by modules of the first load that use nothing of them.
    name: 'parts',
    test: [
      /\/@rc-component\/(?:async-validator|collapse|form\/es\/(?!FormContext))/,
      /\/antd\/es\/(?:collapse|form\/(?!context|validateMessagesContext|hooks\/useVariants))/,
    ],
    includeDependenciesRecursively: false,
  },
  {
    name: 'start',
    test: [
      own(
        'app/router\\.',
        'app/providers\\.',
        'app/i18n\\.',
        'app/(?:draw|first-requests)\\.',
        'lib/(?:page-title|focus-keeper|own-zone|select-values)\\.',
        'components/brand/logo\\.',
        'components/feedback/load-failure\\.',
        'lib/as-sentence\\.',
      ),
      /\/libs\/contracts\/src\/errors\/text-list\./,
    ],
  },
  {
    name: 'ui',
    test: [components('theme', 'button'), /\/antd\/es\/config-provider\/(?!defaultRenderEmpty)/],
  },
  {
    name: 'shell',
    test: [
      own(
        'app/layout/(?:session-gate|project-layout|new-resource-outlet)\\.',
        'components/forms/new-resource\\.',
        'pages/(?:dashboard|history)-page\\.',
      ),
    ],
  },
  {
    // Modules that inputs and the log need and that selects would take along.
    name: 'fields',
    test: [
      /\/antd\/es\/(?:_util\/(?:statusUtils|fallbackProp)|form\/hooks\/useVariants)\./,
      /\/@ant-design\/icons(?:-svg)?\/.*\/CloseOutlined\./,
    ],
    includeDependenciesRecursively: false,
  },
  {
    // Menus of lists and of the log.
    name: 'popup-menu',
    test: [own('components/actions/(?:menu-item|popup-menu)\\.')],
    includeDependenciesRecursively: false,
  },
  {
    // Modules that show a log, to members and to readers of links.
    name: 'log',
    test: [
      own(
        'components/log-viewer/',
        'features/tasks/(?:log-reads|use-log-labels|error-patterns|stage-statuses)\\.',
        'api/get-json\\.',
      ),
    ],
    includeDependenciesRecursively: false,
  },
  {
    // Who confirms a plan, beside rights that the shell has.
    name: 'confirmation',
    test: [/\/libs\/contracts\/src\/template\/confirmation\./],
    includeDependenciesRecursively: false,
  },
  {
    // Rules without a schema, which pages need that check no form.
    name: 'rules',
    test: [
      /\/libs\/contracts\/src\/(?:app\/app-family|audit\/outcomes|inventory\/inventory-types|errors\/problem|forge\/forge-page|git-repository\/local-path|launch\/launch-option|permission\/rights|primitives\/(?:exact-json|visible-text)|runner\/container-engine|task\/(?:log-kind|log-link-bounds|list-bounds|mask|phase|plan-action|outline-(?:bounds|scanner))|terminal\/\w+)\./,
    ],
  },
  { name: 'contracts', test: [/\/(?:node_modules\/zod|libs\/contracts\/(?!src\/yaml\.))/] },
  { name: 'icons', test: [packages('@ant-design/icons', '@ant-design/icons-svg')], minShareCount: 2 },
  { name: 'input', test: [components('input')] },
  { name: 'skeleton', test: [components('skeleton')] },
  { name: 'alert', test: [components('alert')] },
  { name: 'popups', test: [components('trigger', 'tooltip', 'popover')] },
  { name: 'switch', test: [components('switch')] },
  {
    name: 'form',
    test: [components('input-number', 'mini-decimal', 'segmented')],
  },
  {
    name: 'overlays',
    test: [components('modal', 'dialog', 'notification', 'message', 'drawer')],
  },
  { name: 'menus', test: [components('menu', 'dropdown', 'overflow', 'tabs')] },
  { name: 'select', test: [components('select', 'virtual-list', 'auto-complete')] },
  {
    // The frame has no field that would need them.
    name: 'list-filter',
    test: [own('components/data-table/(?:url-filter|use-list-filter)\\.')],
    includeDependenciesRecursively: false,
  },
  {
    name: 'lists',
    test: [
      own(
        'api/',
        'components/(?:actions|brand|data-table|display|page|session|task)/',
        'components/feedback/(?:empty-state|lost-bar)\\.',
        'components/resource/(?:use-resource-names|resource-page|resource-name|use-resource-dialogs)\\.',
        'lib/(?!form-|drafts/)',
      ),
    ],
    minShareCount: 4,
  },
  { name: 'fields', test: [own('components/forms/(?:required-mark|use-form-issues)\\.')] },
  {
    name: 'dialogs',
    test: [
      own(
        'components/dialogs/',
        'components/forms/(?:tag-input|runner-tag-field|(?:use-)?draft[\\w-]*|form-start)\\.',
        'lib/drafts/draft-(?:store|members)\\.',
      ),
    ],
    minShareCount: 2,
  },
  { name: 'components', test: [own('(?:components/(?!log-viewer)|api/|lib/)')], minShareCount: 4 },
].map(({ test, ...group }, place, { length }) => ({
  ...group,
  test: (id: string) => test.some((pattern) => pattern.test(id)),
  priority: length - place,
}));
