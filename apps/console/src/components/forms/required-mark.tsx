import type { ReactNode } from 'react';

/** The label of a field, with a red asterisk after it when the field is required. */
export function RequiredMark(label: ReactNode, { required }: { required: boolean }) {
  return (
    <>
      {label}
      {required && <span className="sy-required" aria-hidden />}
    </>
  );
}
