import type { FormInstance } from 'antd';
import { useState } from 'react';
import { issueText, type FormIssue } from '../../lib/form-issues.js';

interface FormIssues {
  /** Shows every fault at its field; true when there is none. */
  check: () => boolean;
  /** The same after a change, once a first check was made. */
  recheck: () => void;
  /** Faults whose field is not on screen. */
  unplaced: string | null;
}

type Path = (string | number)[];

const startsWith = (path: Path, field: Path): boolean => field.every((part, index) => path[index] === part);

/** The deepest field on screen that a fault belongs to. */
function fieldOf(path: Path, fields: readonly Path[]): Path | undefined {
  return [...fields].sort((a, b) => b.length - a.length).find((field) => field.length > 0 && startsWith(path, field));
}

/** Puts the faults that a contract schema found at the fields of an AntD form. */
export function useFormIssues<Values extends object>(
  form: FormInstance<Values>,
  validate: (values: Values) => FormIssue[],
): FormIssues {
  const [checked, setChecked] = useState(false);
  const [unplaced, setUnplaced] = useState<string | null>(null);

  const show = (): boolean => {
    const issues = validate(form.getFieldsValue(true) as Values);
    const fields = form.getFieldsError().map(({ name }) => name as Path);
    const errorsOf = (field: Path): string[] =>
      issues.filter(({ path }) => fieldOf(path, fields) === field).map(issueText);
    form.setFields(fields.map((field) => ({ name: field as never, errors: errorsOf(field).slice(0, 1) })));
    const homeless = issues.find(({ path }) => fieldOf(path, fields) === undefined);
    setUnplaced(
      homeless === undefined ? null : [homeless.path.join('.'), issueText(homeless)].filter(Boolean).join(': '),
    );
    return issues.length === 0;
  };

  return {
    unplaced,
    check: () => {
      setChecked(true);
      return show();
    },
    recheck: () => {
      if (checked) {
        show();
      }
    },
  };
}
