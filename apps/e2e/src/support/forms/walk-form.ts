import type { ErrorBody } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { Locator, Page, Request } from 'playwright-core';
import type { Entry, FormRule, WalkedForm } from './form-rule.js';

/** How long a form may take to show what is wrong, in milliseconds. */
const SHOWN_MS = 5_000;

/** Fault of the control, in the words that are read after its name. */
const faultsAt = (control: Locator): Promise<{ words: string[]; focused: boolean }> =>
  control.evaluate((element) => {
    const ids = (element.getAttribute('aria-describedby') ?? '').split(/\s+/);
    const section = element.closest('[data-field]')?.querySelector('[role=alert]');
    const shown = [...ids.map((id) => document.getElementById(id)), element.matches('button') ? section : null];
    const words = shown.flatMap((one) => one?.textContent?.trim() ?? []);
    return { words, focused: element.contains(document.activeElement) };
  });

/** Walks over the rules of one form: breaks each in the form, then sends each past the form. Answers what differs. */
export class FormWalk {
  private readonly differences: string[] = [];

  constructor(
    private readonly page: Page,
    private readonly form: WalkedForm,
  ) {}

  private get frame(): Locator {
    return this.page.locator(this.form.within ?? '[role=dialog]').last();
  }

  private control(name: string): Locator {
    const { frame } = this;
    const field = frame.getByLabel(name, { exact: true }).and(frame.locator('input, textarea, [contenteditable=true]'));
    return field.or(frame.getByRole('button', { name, exact: true })).first();
  }

  async walk(): Promise<string[]> {
    const { name, open, values, rules } = this.form;
    await open(this.page);
    const unsent = rules.filter(({ typed, untyped }) => typed === undefined && untyped === undefined);
    if (unsent.length > 0) {
      await this.submit();
      for (const [at, rule] of unsent.entries()) {
        await this.read(rule, { byForm: true, focused: at === 0 });
      }
    }
    for (const [field, entry] of Object.entries(values)) {
      await this.enter(field, entry);
    }
    for (const rule of rules) {
      await this.breakInForm(rule);
    }
    for (const rule of rules) {
      await this.sendPast(rule);
    }
    return this.differences.map((difference) => `${name}: ${difference}`);
  }

  private submit(): Promise<void> {
    return this.frame.getByRole('button', { name: this.form.submit, exact: true }).click();
  }

  private async enter(field: string, entry: Entry): Promise<void> {
    const control = this.control(field);
    if (typeof entry === 'string') {
      await control.fill(entry);
      // As Tab does: a list of proposals lies over what follows.
      await control.blur();
    } else if ('file' in entry) {
      await control.setInputFiles({ name: 'file.json', mimeType: 'application/json', buffer: Buffer.from(entry.file) });
    } else if ('tag' in entry) {
      await control.fill(entry.tag);
      await control.press('Enter');
    } else {
      await this.choose(control, entry);
    }
  }

  private async choose(control: Locator, { choice, search }: { choice: string; search?: string }): Promise<void> {
    await control.click();
    if (search !== undefined) {
      await control.fill(search);
    }
    await this.page.locator('.ant-select-dropdown:visible').getByTitle(choice, { exact: true }).first().click();
  }

  private async breakInForm({ field, typed, ...rule }: FormRule): Promise<void> {
    const right = this.form.values[field];
    if (typed === undefined) {
      return;
    }
    await this.enter(field, typed);
    const sent = this.sent();
    await this.submit();
    await this.read({ field, ...rule }, { byForm: true, focused: true });
    if (sent.requests.length > 0 && rule.byServer === undefined) {
      this.differences.push(`${field}: ${JSON.stringify(typed)} is sent`);
    }
    sent.stop();
    await this.enter(field, right ?? '');
  }

  /** The form is right, and what it sends is changed on its way: the words for the refusal are those of the console. */
  private async sendPast({ field, sends, code, params = {}, ...rule }: FormRule): Promise<void> {
    if (sends === undefined) {
      return;
    }
    await this.page.route(this.form.call, (route, request) =>
      request.method() === 'GET'
        ? route.fallback()
        : route.continue({ postData: JSON.stringify({ ...(request.postDataJSON() as object), ...sends }) }),
    );
    const answer = this.page.waitForResponse(
      (response) => this.form.call.test(response.url()) && response.request().method() !== 'GET',
    );
    await this.submit();
    const refusal = await answer;
    await this.page.unroute(this.form.call);
    const { issues = [] } = (await refusal.json().catch(() => ({}))) as Partial<ErrorBody>;
    const found = issues.map((issue) => ({ code: issue.code, params: issue.params }));
    if (JSON.stringify(found) !== JSON.stringify([{ code, params }])) {
      this.differences.push(`${field}: refused with ${refusal.status()} ${JSON.stringify(found)}, expected ${code}`);
    }
    await this.read({ field, ...rule }, { byForm: false, focused: true });
  }

  private async read(
    { field, reads }: FormRule,
    { byForm, focused }: { byForm: boolean; focused: boolean },
  ): Promise<void> {
    let last = '';
    const check = async (): Promise<void> => {
      const found = await faultsAt(this.control(field)).catch((error: unknown) => ({
        words: [String(error).slice(0, 200)],
        focused: false,
      }));
      last = JSON.stringify(found);
      if (!found.words.includes(reads) || (focused && !found.focused)) {
        throw new Error(last);
      }
    };
    await eventually(check, { timeout: SHOWN_MS }).catch(async () => {
      const alerts = await this.frame.getByRole('alert').allInnerTexts();
      const by = byForm ? 'the form' : 'the server';
      this.differences.push(`${field}: by ${by}: expected ${reads}, found ${last} and ${JSON.stringify(alerts)}`);
    });
  }

  /** Requests of the form from now on. */
  private sent(): { requests: Request[]; stop: () => void } {
    const requests: Request[] = [];
    const note = (request: Request): void => {
      if (request.method() !== 'GET' && this.form.call.test(request.url())) {
        requests.push(request);
      }
    };
    this.page.on('request', note);
    return { requests, stop: () => this.page.off('request', note) };
  }
}
