import type {
  DeviceLoginDecision,
  EnabledTotp,
  MinimalUser,
  PasswordInput,
  User,
  UserCreate,
  UserUpdate,
  WaitingDeviceLogin,
} from '@switchyard/contracts';
import { byName } from '../lib/compare-text.js';
import { baseApi } from './base-api.js';
import { ownAddress } from '../lib/own-address.js';

interface UserChange {
  id: number;
  body: UserUpdate;
}

interface NewPassword {
  id: number;
  body: PasswordInput;
}

interface TotpRef {
  userId: number;
  totpId: number;
}

interface TotpCode extends TotpRef {
  passcode: string;
}

/** Address of the picture that an authenticator app reads, until its first code was taken. */
export const totpPicture = ({ userId, totpId }: TotpRef): string =>
  ownAddress(`/api/users/${userId}/2fas/totp/${totpId}/qr`);

const usersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listUsers: build.query<User[], void>({ query: () => 'users', transformResponse: byName, providesTags: ['Users'] }),
    /** People whose name or login holds `text`, or is a text shorter than `MIN_USER_SEARCH`. */
    searchUsers: build.query<MinimalUser[], string>({
      query: (text) => `users?s=${encodeURIComponent(text)}`,
      transformResponse: byName,
      providesTags: ['Users'],
    }),
    createUser: build.mutation<User, UserCreate>({
      query: (body) => ({ url: 'users', method: 'POST', body }),
      invalidatesTags: ['Users'],
    }),
    updateUser: build.mutation<null, UserChange>({
      query: ({ id, body }) => ({ url: `users/${id}`, method: 'PUT', body }),
      invalidatesTags: ['Users', 'User', 'Team'],
    }),
    deleteUser: build.mutation<null, number>({
      query: (id) => ({ url: `users/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Users', 'Team'],
    }),
    setPassword: build.mutation<null, NewPassword>({
      query: ({ id, body }) => ({ url: `users/${id}/password`, method: 'POST', body }),
      invalidatesTags: ['Tokens'],
    }),
    /** It counts for nothing until its first code is confirmed. */
    beginTotp: build.mutation<EnabledTotp, number>({
      query: (userId) => ({ url: `users/${userId}/2fas/totp`, method: 'POST', body: { pending: true } }),
    }),
    confirmTotp: build.mutation<EnabledTotp, TotpCode>({
      query: ({ userId, totpId, passcode }) => ({
        url: `users/${userId}/2fas/totp/${totpId}/confirm`,
        method: 'POST',
        body: { passcode },
      }),
      invalidatesTags: (_result, error) => (error ? [] : ['Users', 'User']),
    }),
    disableTotp: build.mutation<null, TotpRef>({
      query: ({ userId, totpId }) => ({ url: `users/${userId}/2fas/totp/${totpId}`, method: 'DELETE' }),
      invalidatesTags: ['Users', 'User'],
    }),
    lookAtDevice: build.mutation<WaitingDeviceLogin, string>({
      query: (code) => ({ url: 'user/device_logins/look', method: 'POST', body: { user_code: code } }),
    }),
    decideDevice: build.mutation<null, DeviceLoginDecision>({
      query: (body) => ({ url: 'user/device_logins/decide', method: 'POST', body }),
      invalidatesTags: ['Tokens'],
    }),
  }),
});

export const {
  useListUsersQuery,
  useSearchUsersQuery,
  useCreateUserMutation,
  useUpdateUserMutation,
  useDeleteUserMutation,
  useSetPasswordMutation,
  useBeginTotpMutation,
  useConfirmTotpMutation,
  useDisableTotpMutation,
  useLookAtDeviceMutation,
  useDecideDeviceMutation,
} = usersApi;
