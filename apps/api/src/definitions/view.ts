import { View as WireView, ViewInput } from '@switchyard/contracts';
import { View } from '@switchyard/database';
import { definePlain } from './definition.js';
import { ListQuery } from '../platform/http/list-query.js';

/** A named part of the template list. */
export const viewResource = definePlain({
  entity: View,
  noun: 'view',
  plural: 'Views',
  path: 'views',
  list: null,
  label: 'title',
  title: ({ title }) => title,
  members: {
    title: 'shown',
    position: 'shown',
    hidden: 'shown',
    type: 'shown',
    sortColumn: 'shown',
    sortReverse: 'shown',
  },
  backup: { section: 'views' },
  input: ViewInput,
  output: WireView,
  query: ListQuery,
  sorts: { position: (view) => view.position, title: (view) => view.title },
  example: () => ({ title: 'v', position: 1 }),
  unlessSent: { hidden: false, type: '', sortColumn: '', sortReverse: false },
  columns: (input) => ({
    title: input.title,
    position: input.position,
    hidden: input.hidden,
    type: input.type,
    sortColumn: input.sort_column,
    sortReverse: input.sort_reverse,
  }),
  toWire: (row: View): WireView => ({
    id: row.id,
    project_id: row.projectId,
    title: row.title,
    position: row.position,
    hidden: row.hidden,
    type: row.type,
    sort_column: row.sortColumn,
    sort_reverse: row.sortReverse,
  }),
});
