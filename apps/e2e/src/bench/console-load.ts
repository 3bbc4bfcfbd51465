import { createGitRepository } from '@switchyard/testing';
import pg from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { signIn } from '../support/console.js';
import { kilobytes, loadOf, type PageLoad } from '../support/page-load.js';
import { createProject, createTemplate } from '../support/project.js';
import { TestStack } from '../support/stack.js';
import type { Row } from './report.js';
import { spread } from './statistics.js';
import { measureSlowLine } from './slow-line.js';
import { untilShown } from './until-shown.js';

const ROUNDS = 5;
const TEMPLATES = 1_000;
const TASKS = 200;
const USEFUL_MS = 1_000;

interface Load extends PageLoad {
  usefulMs: number;
}

/** Bytes that a browser without a cache is sent for pages of the console, and the time until they are useful. */
export async function measureConsoleLoad(): Promise<Row[]> {
  const stack = await TestStack.start({ ownServer: true, runners: 0 });
  const repository = await createGitRepository({ 'run.sh': '' });
  const browser = await openBrowser({ measured: true });
  try {
    const client = await stack.admin();
    const project = await createProject(client, repository.path);
    const template = await createTemplate(client, project, { name: 'Template 0' });
    await fill(stack.postgres.url, project.id, template);
    const cookies = await sessionOf(browser, stack.address);
    const load = (path: string, useful: string, session = cookies) =>
      loads(browser, stack.address + path, useful, session);
    const base = `/project/${project.id}`;
    return [
      ...rowsOf('first load of the history', await load(`${base}/history`, 'table tbody tr td'), {
        kb: 250,
        requests: 25,
        ms: 400,
      }),
      await measureSlowLine(browser, `${stack.address}${base}/history`, cookies),
      ...rowsOf('sign-in page', await load('/auth/login', '#auth-password', []), { kb: 200 }),
      ...rowsOf(`list of ${TEMPLATES} templates`, await load(`${base}/templates`, 'table tbody tr td'), {}),
    ];
  } finally {
    await browser.close();
    await stack.close();
    await repository.remove();
  }
}

async function fill(url: string, projectId: number, template: number): Promise<void> {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const { rows } = await database.query<{ column_name: string }>(
    `select column_name from information_schema.columns
      where table_name = 'template' and is_generated = 'NEVER' and column_name not in ('id', 'name')`,
  );
  const columns = rows.map(({ column_name: name }) => `"${name}"`).join(', ');
  await database.query(
    `insert into template (name, ${columns}) select 'Template ' || i, ${columns} from template, generate_series(1, $2::int) i
      where id = $1`,
    [template, TEMPLATES - 1],
  );
  await database.query(
    `insert into task (project_id, template_id, status, app, playbook, message, created, started, ended)
       select $1, $2, 'success', 'bash', 'run.sh', 'Message ' || i, now(), now(), now() from generate_series(1, $3::int) i`,
    [projectId, template, TASKS],
  );
  await database.end();
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

async function sessionOf(browser: Browser, address: string): Promise<Cookies> {
  const context = await browser.newContext({ baseURL: address });
  await signIn(await context.newPage());
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

async function loads(browser: Browser, address: string, useful: string, cookies: Cookies): Promise<Load[]> {
  const all: Load[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies(cookies);
    all.push(await loadOnce(await context.newPage(), address, useful));
    await context.close();
  }
  return all;
}

async function loadOnce(page: Page, address: string, useful: string): Promise<Load> {
  let usefulMs = 0;
  const load = await loadOf(page, async () => {
    const begun = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    await untilShown(page, { selector: useful });
    usefulMs = performance.now() - begun;
  });
  return { ...load, usefulMs };
}

function rowsOf(what: string, all: readonly Load[], goal: { kb?: number; requests?: number; ms?: number }): Row[] {
  const load = all[0] ?? { bytes: new Map<string, number>(), requests: 0, scripts: [] };
  const { requests } = load;
  const kb = (...kinds: string[]): number => kilobytes(load, ...kinds);
  const code = kb('Document', 'Script', 'Stylesheet');
  const usefulMs = goal.ms ?? USEFUL_MS;
  const times = all.map(({ usefulMs }) => usefulMs);
  return [
    {
      what: `${what}: page, script and style; requests of all kinds`,
      measured: `${code.toFixed(0)} kB (and ${kb('Font').toFixed(0)} kB of fonts, ${kb('Fetch', 'XHR').toFixed(0)} kB of answers); ${requests}`,
      target: [goal.kb && `≤ ${goal.kb} kB`, goal.requests && `≤ ${goal.requests}`].filter(Boolean).join('; '),
      ...(goal.kb && { met: code <= goal.kb && requests <= (goal.requests ?? Infinity) }),
    },
    {
      what: `${what}: until it is useful, cold cache (n = ${ROUNDS})`,
      measured: `${spread(times)} ms`,
      target: `≤ ${usefulMs} ms`,
      met: Math.max(...times) <= usefulMs,
    },
  ];
}
