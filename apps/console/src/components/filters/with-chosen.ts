export interface ChoiceOption<Value> {
  value: Value;
  label: string;
}

/** Keeps the chosen value among the options, also when the list does not know it (any more). */
export function withChosen<Value extends string | number>(
  options: readonly ChoiceOption<Value>[],
  value: Value | undefined,
): ChoiceOption<Value>[] {
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return isKnown ? [...options] : [...options, { value, label: typeof value === 'number' ? `#${value}` : value }];
}
