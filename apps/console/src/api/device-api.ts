import type { DeviceLoginDecision, WaitingDeviceLogin } from '@switchyard/contracts';
import { baseApi } from './base-api.js';

const deviceApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    lookAtDevice: build.mutation<WaitingDeviceLogin, string>({
      query: (code) => ({ url: 'user/device_logins/look', method: 'POST', body: { user_code: code } }),
    }),
    decideDevice: build.mutation<null, DeviceLoginDecision>({
      query: (body) => ({ url: 'user/device_logins/decide', method: 'POST', body }),
      invalidatesTags: ['Tokens'],
    }),
  }),
});

export const { useLookAtDeviceMutation, useDecideDeviceMutation } = deviceApi;
