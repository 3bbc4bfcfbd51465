/** The name of a row: a button that opens it when the user may, else plain ink. */
export function ResourceName({ name, onOpen }: { name: string; onOpen?: (() => void) | undefined }) {
  if (onOpen === undefined) {
    return <span className="sy-ink">{name}</span>;
  }
  return (
    <button type="button" className="sy-ink" onClick={onOpen}>
      {name}
    </button>
  );
}
