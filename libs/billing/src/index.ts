export { BillingRefusedError, dollars, refused } from './billing-refused.js';
export { balanceOf, holdAccount, saveAccount } from './books/books.repository.js';
export { type GatewayReport, takeReport } from './payments/payments.js';
export { changePlan } from './plans/change-plan.js';
export { graceUntil } from './plans/renewal-decision.js';
export { renewPlans } from './plans/renewals.js';
export { quotaOf } from './usage/plan-quota.js';
export { UsageCounter } from './usage/usage-counter.js';
export { monthEnd, type ProjectUsage, readUsage } from './usage/usage.repository.js';
