import type { ErrorBody } from '@switchyard/contracts';
import type { Page } from 'playwright-core';

/** Entry of a field: a text, a choice of a list, which may be searched for, one entry of a list, or a file. */
export type Entry = string | { choice: string; search?: string } | { tag: string } | { file: string };

type Body = Readonly<Record<string, unknown>>;

/** A rule of section 5 of a specification: how a person breaks it, and how a client that skips the form. */
export interface FormRule {
  /** Label of the field at which the fault is read, or text of the button of a section that has no field. */
  field: string;
  /** Entry that breaks it; absent = the field as the form opens. */
  typed?: Entry;
  /** Why nobody can break it in the form. */
  untyped?: string;
  /** It is the server that finds it. */
  byServer?: true;
  /** The sentence of the English catalogue. */
  reads: string;
  /** Members of the body in the place of those of the form, `undefined` = left out. */
  sends?: Body;
  /** In the place of `sends`: why a client may do it. */
  allowed?: string;
  /** How the server names it. */
  code?: string;
  params?: ErrorBody['params'];
}

/** A form that is walked over once. */
export interface WalkedForm {
  name: string;
  open: (page: Page) => Promise<unknown>;
  /** Where it stands; a dialog unless it is named. */
  within?: string;
  /** Right values, in the order in which they are entered. */
  values: Readonly<Record<string, Entry>>;
  /** Name of the button that sends it. */
  submit: string;
  /** End of the address that it is sent to. */
  call: RegExp;
  rules: readonly FormRule[];
}

/** Ids of what the forms refer to. */
export interface FormProject {
  id: number;
  /** Of a key without a secret. */
  key: number;
  integration: number;
  /** A template of Terraform. */
  terraform: number;
  /** A backup of the project. */
  backup: string;
}

export const EMPTY = 'Must not be empty';
export const SELECT = 'a select without an empty choice';

/** The name of a resource. */
export const nameRule: FormRule = { field: 'Name', reads: EMPTY, sends: { name: ' ' }, code: 'empty' };

/** Goes to a page and presses buttons, each by its name. */
export const pressing =
  (path: string, ...buttons: string[]) =>
  async (page: Page): Promise<void> => {
    await page.goto(path);
    for (const name of buttons) {
      await page.getByRole('button', { name, exact: true }).first().click();
    }
  };

export const inDialog = async (page: Page, role: 'tab' | 'checkbox' | 'button', name: string): Promise<void> =>
  page.locator('[role=dialog]').last().getByRole(role, { name, exact: true }).click();

/** Chooses in a select of the last dialog. */
export async function chooseIn(page: Page, field: string, choice: string): Promise<void> {
  await page.locator('[role=dialog]').last().getByRole('combobox', { name: field, exact: true }).click();
  await page.locator('.ant-select-dropdown:visible').getByTitle(choice, { exact: true }).click();
}
