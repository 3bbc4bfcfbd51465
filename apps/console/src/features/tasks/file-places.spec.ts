import { describe, expect, it } from '@jest/globals';
import { filePlaces, pathInRepository, PLACED_ERRORS } from './file-places.js';

const nothing = (): undefined => undefined;
const named = (text: string): [path: string, line: number, marked: string][] =>
  filePlaces(text, nothing).map(({ path, line, from, to }) => [path, line, text.slice(from, to)]);

describe(filePlaces.name, () => {
  it.each([
    ["src/main.c:12:5: error: expected ';'", 'src/main.c', 12, 'src/main.c:12:5'],
    ['./cmd/run.go:7: undefined: x', './cmd/run.go', 7, './cmd/run.go:7'],
    ['src/a.ts(3,14): error TS2304: Cannot find name', 'src/a.ts', 3, 'src/a.ts(3,14)'],
    ['tests/test_login.py:41: AssertionError', 'tests/test_login.py', 41, 'tests/test_login.py:41'],
    ['roles/web/tasks/main.yml:9: no-changed-when', 'roles/web/tasks/main.yml', 9, 'roles/web/tasks/main.yml:9'],
    ['│   on main.tf line 3, in resource "x" "y":', 'main.tf', 3, 'main.tf line 3'],
    ['  on modules/net/main.tf line 30:', 'modules/net/main.tf', 30, 'modules/net/main.tf line 30'],
    ['  File "lib/run.py", line 12, in <module>', 'lib/run.py', 12, 'lib/run.py", line 12'],
    ["The error appears to be in '/w/site.yml': line 5, column 3", '/w/site.yml', 5, "/w/site.yml': line 5"],
    ['Origin: /w/attempts/7/repository/site.yml:5:3', '/w/attempts/7/repository/site.yml', 5, undefined],
    ['run.sh: line 8: foo: command not found', 'run.sh', 8, 'run.sh: line 8'],
    ['    at start (/app/src/index.mjs:10:3)', '/app/src/index.mjs', 10, '/app/src/index.mjs:10:3'],
  ])('should find the place in %p', (text, path, line, marked) => {
    expect(named(text)).toEqual([[path, line, marked ?? expect.any(String)]]);
  });

  it('should find each place of a line', () => {
    expect(named('a.c:1 included from b.h:2').map(([path]) => path)).toEqual(['a.c', 'b.h']);
  });

  it.each(['ok: [web-1] 10.0.0.1:22', 'https://example.com:443/x', '12:30:41 done', 'v1.2.3:4', 'main.tf', 'a.c:0'])(
    'should find none in %p',
    (text) => expect(named(text)).toEqual([]),
  );

  it('should look for the file of eslint above', () => {
    const lines = ['other', 'src/a.js', '  1:1  warning  Unexpected', '  3:10  error  No'];
    const places = filePlaces(lines[3] ?? '', (above) => lines[3 - above]);
    expect(places).toEqual([{ from: 2, to: 6, path: 'src/a.js', line: 3 }]);
    expect(filePlaces('  3:10  error  No', (above) => (above === 1 ? 'done' : 'src/a.js'))).toEqual([]);
  });

  it('should stay fast in a long run of letters', () => {
    expect(named(`${'a'.repeat(1_000_000)}1`)).toEqual([]);
  });
});

describe(pathInRepository.name, () => {
  it.each([
    ['main.tf', 'live/net', 'live/net/main.tf'],
    ['../shared/x.tf', 'live/net', 'live/shared/x.tf'],
    ['./run.sh', '', 'run.sh'],
    ['/w/attempts/12/repository/roles/x.yml', 'live', 'roles/x.yml'],
  ])('should be %p in %p', (path, directory, expected) => {
    expect(pathInRepository(path, directory)).toBe(expected);
  });

  it.each([['/usr/lib/python3/ast.py'], ['../../x.tf'], ['~/x.sh']])('should be none for %p', (path) => {
    expect(pathInRepository(path, 'live')).toBeNull();
  });
});

describe('PLACED_ERRORS', () => {
  it('should be short enough for the search of the server', () => {
    expect(PLACED_ERRORS.length).toBeLessThanOrEqual(500);
  });

  it.each([
    "src/main.c:12:5: error: expected ';'",
    'src/a.ts(3,14): error TS2304: Cannot find name',
    'tests/test_login.py:41: AssertionError',
    '│   on main.tf line 3, in resource "x" "y":',
    '  3:10  error  Unexpected',
    '/w/run.sh: line 8: foo: command not found',
  ])('should know %p', (line) => expect(line).toMatch(new RegExp(PLACED_ERRORS)));

  it.each(['src/main.c:12:5: warning: unused', 'main.tf', '10:12 error'])('should leave %p alone', (line) =>
    expect(line).not.toMatch(new RegExp(PLACED_ERRORS)),
  );
});
