import { withVisibleControls } from '@switchyard/contracts';
/** The name of a row: a button that opens it when the user may, else plain ink. */
export function ResourceName({ name, onOpen }: { name: string; onOpen?: (() => void) | undefined }) {
  if (onOpen === undefined) {
    return <span className="sy-ink">{withVisibleControls(name)}</span>;
  }
  return (
    <button type="button" className="sy-ink" onClick={onOpen}>
      {withVisibleControls(name)}
    </button>
  );
}
