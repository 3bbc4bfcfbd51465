import type { FormInstance } from 'antd';
import { useState } from 'react';
import { isConflict } from '../../api/api-error.js';
import type { Stored } from '../../api/stored-api.js';
import { comparedPaths, type Difference, differences, type FieldPath } from '../../lib/form-differences.js';

/** The row that a form edits, so that what somebody else saves meanwhile is not overwritten unseen. */
export interface Edited<Values> {
  /** The state that was opened. */
  tag: string | null;
  /** The present state. @throws ApiError */
  read: () => Promise<Stored<Values>>;
}

/** A form of a row that was read by itself. */
export const editedAs = <Row, Values>(
  { tag }: Stored<Row>,
  readAgain: () => Promise<Stored<Row>>,
  valuesOf: (row: Row) => Values,
): Edited<Values> => ({
  tag,
  read: async () => {
    const { row, tag: present } = await readAgain();
    return { row: valuesOf(row), tag: present };
  },
});

export interface Conflict {
  /** Fields that somebody else changed; `null` = nobody did. */
  differences: readonly Difference[] | null;
  /** How often it happened. */
  round: number;
  /** Puts a value into its field. */
  choose: (path: FieldPath, value: unknown) => void;
  /**
   * Runs a save of the state that is edited. When another one has been stored meanwhile, it shows what differs, so that the next
   * save is one of that state; fields that the user left alone take the stored value. Where nothing
   * differs, as after a save whose answer was lost, it goes on by itself.
   */
  save: (send: (tag: string | null) => Promise<unknown>) => Promise<void>;
  /** State of the row that a save would change. */
  tag: string | null;
  /** Starts again with a state, as if the form had just been opened. */
  restart: (values: object, tag: string | null) => void;
  /** Goes on with the state that was just saved, in a form that stays on screen. */
  goOn: () => Promise<void>;
}

/** Handles the conflict of two people who edit the same row. */
export function useConflict<Values extends object>(
  form: FormInstance<Values>,
  { opened, tag: openedTag }: { opened: Values; tag: string | null },
  edited: Edited<Values> | undefined,
): Conflict {
  const [base, setBase] = useState({ values: opened, tag: openedTag, round: 0 });
  const [shown, setShown] = useState<readonly Difference[] | null>(null);
  // Paths are known when the form is drawn, not to the types of its values.
  const fields: FormInstance = form;
  const choose = (path: FieldPath, value: unknown): void => fields.setFieldValue([...path], value);

  /** The present state; fields that differ are shown. */
  const meet = async ({ read }: Edited<Values>): Promise<{ tag: string | null; differs: boolean }> => {
    const { row: stored, tag } = await read();
    const typed = form.getFieldsValue(true) as Values;
    const paths = fields.getFieldsError().map(({ name }) => name);
    const found = differences(comparedPaths(paths, typed), { opened: base.values, typed, stored });
    found.filter(({ isTyped }) => !isTyped).forEach(({ path, stored: value }) => choose(path, value));
    setBase({ values: stored, tag, round: base.round + 1 });
    setShown(found.length > 0 ? found : null);
    return { tag, differs: found.length > 0 };
  };

  const save: Conflict['save'] = async (send) => {
    try {
      await send(base.tag);
    } catch (error) {
      if (!edited || !isConflict(error)) {
        throw error;
      }
      const { tag, differs } = await meet(edited);
      if (differs) {
        throw error;
      }
      await send(tag);
    }
  };
  const goOn = async (): Promise<void> => {
    // Without an answer the next save is of whatever is stored.
    const { row: stored, tag } = (await edited?.read().catch(() => null)) ?? { row: base.values, tag: null };
    setBase({ values: stored, tag, round: base.round });
    setShown(null);
  };
  const restart = (values: object, tag: string | null): void => {
    setBase({ values: values as Values, tag, round: base.round });
    setShown(null);
  };
  return { differences: shown, round: base.round, tag: base.tag, choose, save, restart, goOn };
}
