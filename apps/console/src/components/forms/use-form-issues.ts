import type { FormInstance } from 'antd';
import { useState } from 'react';
import type { FormIssue, Placing } from '../../lib/form-issues.js';
import { issueText } from '../../lib/issue-text.js';

export interface FormIssues {
  /** Shows every fault at its field; true when there is none. */
  check: () => boolean;
  /** The same after a change, once a first check was made. */
  recheck: () => void;
  /** Puts faults that the server found at their fields; true when each has one. */
  refuse: (issues: readonly FormIssue[]) => boolean;
  /** Faults whose field is not on screen. */
  unplaced: string | null;
}

type Path = (string | number)[];

const startsWith = (path: Path, field: Path): boolean => field.every((part, index) => path[index] === part);

/** The deepest field on screen that a fault belongs to. */
export function fieldOf(path: Path, fields: readonly Path[]): Path | undefined {
  return [...fields].sort((a, b) => b.length - a.length).find((field) => field.length > 0 && startsWith(path, field));
}

/** A section of the form has no control of its own: its first line at fault gets the focus, else the button that adds one. */
function enterSection(field: Path): void {
  const section = document.querySelector(`[role="dialog"] [data-field="${CSS.escape(field.join('.'))}"]`);
  if (section && !section.contains(document.activeElement)) {
    const line = section.querySelector<HTMLElement>('[aria-invalid="true"]');
    (line ?? [...section.querySelectorAll('button')].at(-1))?.focus();
  }
}

/** The members of the request are the fields of the form. */
const sameName: Placing = ({ path }) => path;

/** Puts the faults that a contract schema or the server found at the fields of an AntD form, and goes to the first of them. */
export function useFormIssues<Values extends object>(
  form: FormInstance<Values>,
  validate: (values: Values) => FormIssue[],
  place = sameName,
): FormIssues {
  // Paths are known when the form is drawn, not to the types of its values.
  const fields: FormInstance = form;
  const [checked, setChecked] = useState(false);
  const [unplaced, setUnplaced] = useState<string | null>(null);

  /** Marks the fields; returns the first fault without one. */
  const mark = (found: readonly FormIssue[]): FormIssue | undefined => {
    const issues = found.map((issue) => ({ ...issue, path: place(issue) }));
    const paths = fields.getFieldsError().map(({ name }) => name as Path);
    const errorsOf = (field: Path): string[] =>
      issues.filter(({ path }) => fieldOf(path, paths) === field).map(issueText);
    fields.setFields(paths.map((field) => ({ name: field, errors: errorsOf(field).slice(0, 1) })));
    return issues.find(({ path }) => fieldOf(path, paths) === undefined);
  };

  const goToFirst = (): void => {
    const first = fields.getFieldsError().find(({ errors }) => errors.length > 0);
    if (first) {
      fields.focusField(first.name);
      // Its lines are marked with the next frame.
      requestAnimationFrame(() => enterSection(first.name as Path));
    }
  };

  const show = (): boolean => {
    const issues = validate(form.getFieldsValue(true) as Values);
    const homeless = mark(issues);
    setUnplaced(
      homeless === undefined ? null : [homeless.path.join('.'), issueText(homeless)].filter(Boolean).join(': '),
    );
    return issues.length === 0;
  };

  return {
    unplaced,
    check: () => {
      setChecked(true);
      const isValid = show();
      goToFirst();
      return isValid;
    },
    recheck: () => {
      if (checked) {
        // A choice fills other fields in the same event.
        queueMicrotask(show);
      }
    },
    refuse: (issues) => {
      const homeless = mark(issues);
      goToFirst();
      return issues.length > 0 && homeless === undefined;
    },
  };
}
