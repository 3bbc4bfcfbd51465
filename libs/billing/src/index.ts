export { BillingRefusedError, dollars, refused } from './billing-refused.js';
export { balanceOf, holdAccount, saveAccount } from './books/books.repository.js';
export { type GatewayReport, takeReport } from './payments/payments.js';
export { changeTier } from './tiers/change-tier.js';
export { graceUntil } from './tiers/renewal-decision.js';
export { renewTiers } from './tiers/renewals.js';
export { quotaOf, type QuotaSettings } from './usage/tier-quota.js';
export { UsageCounter } from './usage/usage-counter.js';
export { monthEnd, type ProjectUsage, readUsage } from './usage/usage.repository.js';
