import { withVisibleControls } from '@switchyard/contracts';
import { Link } from 'react-router-dom';

interface ResourceNameProps {
  name: string;
  onOpen?: (() => void) | undefined;
  /** Address of the page of the row, where it has one. */
  to?: string | undefined;
}

/**
 * The name of a row: a link to its page, a button that opens it when the user may, else plain ink. A name that does not fit is in
 * its tooltip.
 */
export function ResourceName({ name, onOpen, to }: ResourceNameProps) {
  const text = withVisibleControls(name);
  if (to !== undefined) {
    return (
      <Link className="sy-ink sy-ellipsis sy-resource-name" title={text} to={to}>
        {text}
      </Link>
    );
  }
  if (onOpen === undefined) {
    return (
      <span className="sy-ink sy-ellipsis sy-resource-name" title={text}>
        {text}
      </span>
    );
  }
  return (
    <button type="button" className="sy-ink sy-ellipsis sy-resource-name" title={text} onClick={onOpen}>
      {text}
    </button>
  );
}
