import { emptyText } from '../../lib/moment-text.js';

/** An absent value in a table. */
export function Dash() {
  return <span className="sy-text3">{emptyText}</span>;
}
