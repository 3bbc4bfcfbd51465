import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { baseApi, readAllAgain } from './base-api.js';
import { refreshRightsWhenRefused } from './refused-rights.js';
import { subscriptions } from './socket.js';

export const store = configureStore({
  reducer: { [baseApi.reducerPath]: baseApi.reducer },
  middleware: (defaults) => defaults().concat(baseApi.middleware, refreshRightsWhenRefused),
});

setupListeners(store.dispatch);
// While the server was away reads failed and changes went unreported.
subscriptions.missed.add(() => store.dispatch(readAllAgain()));

export type AppDispatch = typeof store.dispatch;
export type RootState = ReturnType<typeof store.getState>;
