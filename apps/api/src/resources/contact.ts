import { type Contact as WireContact, ContactInput } from '@switchyard/contracts';
import { Contact } from '@switchyard/database';
import { definePlain } from './definition.js';
import { ListQuery } from './list-query.js';

/** Whom to call when a template fails. */
export const contactResource = definePlain({
  entity: Contact,
  noun: 'contact',
  plural: 'Contacts',
  path: 'contacts',
  list: null,
  label: 'name',
  title: ({ name }) => `Contact ${name}`,
  members: { name: 'shown', phone: 'content', templateId: 'shown' },
  input: ContactInput,
  query: ListQuery,
  sorts: { name: (contact) => contact.name },
  example: ({ templateId }) => ({ name: 'c', phone: '1', template_id: templateId }),
  columns: ({ name, phone, template_id }) => ({ name, phone, templateId: template_id }),
  toWire: ({ id, projectId, name, phone, templateId }: Contact): WireContact => ({
    id,
    project_id: projectId,
    name,
    phone,
    template_id: templateId,
  }),
});
