import { EMPTY, pressing, type WalkedForm } from './form-rule.js';

/** Asked for in the sidebar of an installation that has no subscription yet. */
export const subscriptionForm = (project: number): WalkedForm => ({
  name: 'subscription key',
  open: pressing(`/project/${project}/history`, 'Activate Subscription'),
  values: { 'Subscription Key': 'SY1.a.b' },
  submit: 'Activate',
  call: /\/subscription$/,
  rules: [{ field: 'Subscription Key', reads: EMPTY, sends: { key: ' ' }, code: 'empty' }],
});
