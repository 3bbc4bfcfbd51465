import { LateSelect } from './late-select.js';
import { type ChoiceOption, withChosen } from './with-chosen.js';

interface RowFilterProps {
  label: string;
  /** Label for all rows. */
  unused: string;
  /** Id of a row; `undefined` = all of them. */
  value: number | undefined;
  onChange: (id: number | null) => void;
  /** Absent until they are fetched. */
  rows: readonly ChoiceOption<number>[] | undefined;
  isFetching: boolean;
  /** The rows are needed from now on. */
  onOpen: () => void;
}

/** One row of a list, or all. */
export function RowFilter({ label, unused, value, onChange, rows = [], isFetching, onOpen }: RowFilterProps) {
  return (
    <LateSelect
      aria-label={label}
      isUsed={value !== undefined}
      unused={unused}
      loading={isFetching}
      onOpenChange={(open) => open && onOpen()}
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? 0}
      onChange={(id) => onChange(id === 0 ? null : id)}
      options={[{ value: 0, label: unused }, ...withChosen(rows, value)]}
    />
  );
}
