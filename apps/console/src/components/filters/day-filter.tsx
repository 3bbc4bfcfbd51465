interface DayFilterProps {
  label: string;
  /** `YYYY-MM-DD`, or `''`. */
  value: string;
  onChange: (day: string | null) => void;
}

/** One end of a range of days, by the browser's own field. */
export function DayFilter({ label, value, onChange }: DayFilterProps) {
  return (
    <label className="sy-filter-day">
      <span className="sy-text2">{label}</span>
      <input
        className="sy-plain-field"
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value || null)}
      />
    </label>
  );
}
