import type { Page } from 'playwright-core';
import { createTemplate, runTask } from '../support/project.js';
import { openConsoleWorkplace } from '../support/workplace.js';
import type { Row } from './report.js';
import { spread } from './statistics.js';
import { untilShown } from './until-shown.js';

const RESOURCES = 5_000;
const ATTRIBUTES = 10;
const ROUNDS = 5;
const TARGET_MS = 1_000;

/** A real plan of many resources: from the click on its tab until its first resource can be read. */
export async function measurePlanBrowser(): Promise<Row[]> {
  const place = await openConsoleWorkplace({ 'main.tf': configuration() });
  try {
    const { client, project, page } = place;
    const body = { app: 'terraform', playbook: '', inventory_id: null, task_params: { override_backend: true } };
    const template = await createTemplate(client, project, body);
    const task = await runTask(client, project, template, { params: { plan: true } });
    await client.untilStatus(project.id, task, 'success', 300_000);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      times.push(await open(page, `/project/${project.id}/history?t=${task}`));
    }
    return [
      {
        what: `plan of ${RESOURCES.toLocaleString('en')} resources in the browser: click to shown (n = ${ROUNDS})`,
        measured: `${spread(times)} ms`,
        target: `≤ ${TARGET_MS} ms`,
        met: Math.max(...times) <= TARGET_MS,
      },
    ];
  } finally {
    await place.close();
  }
}

function configuration(): string {
  const input = Array.from({ length: ATTRIBUTES }, (_, i) => `t${i} = "value ${i} of \${count.index}"`);
  return `resource "terraform_data" "box" {\n  count = ${RESOURCES}\n  input = { ${input.join(', ')} }\n}\n`;
}

async function open(page: Page, path: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(path);
  const tab = page.getByRole('tab', { name: 'Plan' });
  await tab.waitFor();
  const clicked = performance.now();
  await tab.click();
  await untilShown(page, { selector: 'button', text: 'box[0]' });
  return performance.now() - clicked;
}
