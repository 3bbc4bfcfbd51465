const EFFECT =
  ':matches([callee.name=/^use(Layout|Insertion)?Effect$/], [callee.property.name=/^use(Layout|Insertion)?Effect$/])';
/** Where the router is not asked: the API, the documentation and what lies beside them. */
const OUTSIDE = '/^\\u002f(api|docs|billing)(\\u002f|$)/';
const MADE = "CallExpression[callee.name='ownAddress']";
const CALL = '[body.type=/^(CallExpression|ChainExpression|AwaitExpression)$/]';

const HABITS = [
  {
    selector: `CallExpression${EFFECT} > ArrowFunctionExpression${CALL}`,
    message:
      'React takes what an effect answers for its clean-up, and a browser may answer a promise where the types have void: use braces, and return where a clean-up is meant.',
  },
  {
    selector: "ImportDeclaration[source.value='antd'] > ImportSpecifier[imported.name=/^(Tooltip|Popover|Dropdown)$/]",
    message: 'Use Hint, PopupNote or PopupMenu of components/actions: the keyboard reaches them (ADR 0057).',
  },
  {
    selector: "JSXOpeningElement[name.name=/^(Modal|Drawer)$/]:not(:has(> JSXSpreadAttribute[argument.name='escape']))",
    message: 'Spread `escape`, the result of useDialogEscape: Escape closes what lies over it first (ADR 0066).',
  },
  {
    selector: `CallExpression[callee.name='lazy']:not(:has(CallExpression[callee.property.name='then'][arguments.length=2], CatchClause))`,
    message: 'Use `late` of components/feedback, or say what stands there when the code cannot be loaded.',
  },
];

const OWN_ADDRESSES = {
  selector: [
    `Literal[value=${OUTSIDE}]:not(${MADE} Literal)`,
    `TemplateElement:first-child[value.raw=${OUTSIDE}]:not(${MADE} TemplateElement)`,
  ].join(', '),
  message: 'Use ownAddress of lib: the server may stand below a path.',
};

/** Habits that the console keeps, because other ways fail in a browser or for people at the keyboard. */
export const consoleHabits = [
  {
    files: ['apps/console/src/**/*.{ts,tsx}'],
    ignores: ['apps/console/src/components/actions/hint.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...HABITS, OWN_ADDRESSES] },
  },
  {
    files: ['apps/console/src/**/*.spec.{ts,tsx}', 'apps/console/src/**/testing/**'],
    rules: { 'no-restricted-syntax': ['error', ...HABITS] },
  },
];
