import { withVisibleControls } from '@switchyard/contracts';
import { Link } from 'react-router-dom';

interface ResourceNameProps {
  name: string;
  onOpen?: (() => void) | undefined;
  /** Address of the page of the row, where it has one. */
  to?: string | undefined;
}

/** The name of a row: a link to its page, a button that opens it when the user may, else plain ink. */
export function ResourceName({ name, onOpen, to }: ResourceNameProps) {
  if (to !== undefined) {
    return (
      <Link className="sy-ink" to={to}>
        {withVisibleControls(name)}
      </Link>
    );
  }
  if (onOpen === undefined) {
    return <span className="sy-ink">{withVisibleControls(name)}</span>;
  }
  return (
    <button type="button" className="sy-ink" onClick={onOpen}>
      {withVisibleControls(name)}
    </button>
  );
}
