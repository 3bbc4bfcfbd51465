import type { BillingProject, NewLicenseKey, Payment, PaymentInput, TierChange } from '@switchyard/contracts';
import { baseApi } from './base-api.js';
import { ownAddress } from '../lib/own-address.js';

/** Billing is not below `/api`. */
const pathOf = (projectId: number, rest = ''): string =>
  window.location.origin + ownAddress(`/billing/projects/${projectId}${rest}`);

const tagOf = (projectId: number) => [{ type: 'Billing' as const, id: projectId }];

const billingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Prices include the discount of the coupon, if there is one. */
    getBilling: build.query<BillingProject, { projectId: number; coupon: string | null }>({
      query: ({ projectId, coupon }) => ({ url: pathOf(projectId), params: coupon === null ? {} : { coupon } }),
      providesTags: (_, __, { projectId }) => tagOf(projectId),
    }),
    getPayments: build.query<Payment[], number>({
      query: (projectId) => pathOf(projectId, '/payments'),
      providesTags: (_, __, projectId) => tagOf(projectId),
    }),
    changeTier: build.mutation<undefined, TierChange & { projectId: number }>({
      query: ({ projectId, ...body }) => ({ url: pathOf(projectId), method: 'PUT', body }),
      invalidatesTags: (_, __, { projectId }) => tagOf(projectId),
    }),
    createPayment: build.mutation<Payment, PaymentInput & { projectId: number }>({
      query: ({ projectId, ...body }) => ({ url: pathOf(projectId, '/payments'), method: 'POST', body }),
      invalidatesTags: (_, __, { projectId }) => tagOf(projectId),
    }),
    /** Asks the server to read the state at the gateway. A payment changes plan and balance. */
    refreshPayment: build.mutation<Payment, { projectId: number; number: string }>({
      query: ({ projectId, number }) => ({ url: pathOf(projectId, `/payments/${number}/refresh`), method: 'PUT' }),
      invalidatesTags: (payment, _, { projectId }) =>
        payment === undefined || payment.state === 'new' ? [] : tagOf(projectId),
    }),
    rekey: build.mutation<NewLicenseKey, number>({
      query: (projectId) => ({ url: pathOf(projectId, '/subscription/rekey'), method: 'POST' }),
      invalidatesTags: (_, __, projectId) => tagOf(projectId),
    }),
  }),
});

export const {
  useGetBillingQuery,
  useGetPaymentsQuery,
  useChangeTierMutation,
  useCreatePaymentMutation,
  useRefreshPaymentMutation,
  useRekeyMutation,
} = billingApi;
