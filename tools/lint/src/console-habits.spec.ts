import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ESLint } from 'eslint';

const root = resolve(import.meta.dirname, '../../..');

describe('the habits of the console', () => {
  let eslint: ESLint;

  beforeAll(() => {
    eslint = new ESLint({
      cwd: root,
      ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-syntax',
      overrideConfig: { files: ['**/*.{ts,tsx}'], languageOptions: { parserOptions: { projectService: false } } },
    });
  });

  async function faults(code: string, file = 'apps/console/src/pages/example.tsx'): Promise<number> {
    const [result] = await eslint.lintText(code, { filePath: resolve(root, file) });
    return result?.errorCount ?? 0;
  }

  it.each([
    'useEffect(() => item.scrollIntoView(), [item]);',
    'useLayoutEffect(() => list.current?.scrollTo(0, 0));',
    'React.useInsertionEffect(() => apply(), []);',
    'useEffect(async () => await load(), []);',
    "import { Button, Tooltip } from 'antd';",
    "import { Dropdown as Menu } from 'antd';",
    'draw(<Modal open={open} onCancel={close} />);',
    'draw(<Drawer {...props} open={open} />);',
    "const Part = lazy(() => import('./part.js'));",
    "const Part = lazy(async () => ({ default: (await import('./part.js')).Part }));",
    "fetch('/api/user');",
    'fetch(`/api/${path}`);',
    "const path = '/docs/';",
    'draw(<a href="/api/doctor/bundle">bundle</a>);',
    "draw(<img src={wide ? '/api/a' : ownAddress('/api/b')} />);",
  ])('should forbid %s', async (code) => {
    expect(await faults(code)).toBe(1);
  });

  it.each([
    'useEffect(() => { item.scrollIntoView(); }, [item]);',
    'useEffect(() => { return listen(change); }, [change]);',
    'useEffect(() => () => clearTimeout(timer), [timer]);',
    'useMemo(() => find(rows), [rows]);',
    "import { Button } from 'antd';",
    'draw(<Modal {...escape} open={open} />);',
    'fetch(ownAddress(`/api/${path}`));',
    "ownAddress(page === undefined ? '/docs/' : `/docs/${page}.html`);",
    "void navigate('/apps');",
    "const Part = late(async () => (await import('./part.js')).Part);",
    "const Part = lazy(() => import('./part.js').then(({ Part: part }) => ({ default: part }), () => ({ default: Plain })));",
  ])('should let pass %s', async (code) => {
    expect(await faults(code)).toBe(0);
  });

  it('should leave the one tooltip free', async () => {
    expect(await faults("import { Tooltip } from 'antd';", 'apps/console/src/components/actions/hint.tsx')).toBe(0);
  });
});
