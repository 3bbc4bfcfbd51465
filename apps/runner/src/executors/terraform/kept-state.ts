import { join } from 'node:path';
import type { Job, JobState } from '@switchyard/contracts';

/** Names the address of an `http` backend; who sets it in a variable group keeps the state there. */
const ADDRESS = 'TF_HTTP_ADDRESS';

/**
 * How often the tool tries again when the control plane is away or answers 5xx: after 1, 2, 4 and 8 seconds, then every ten, for ten
 * minutes in all. Resources created by then would be lost with their state. A variable group may set others.
 */
export const RETRIES = {
  TF_HTTP_RETRY_MAX: '62',
  TF_HTTP_RETRY_WAIT_MIN: '1',
  TF_HTTP_RETRY_WAIT_MAX: '10',
} as const;

/** The state that the control plane keeps for the job; `null` = somebody else keeps it. */
export function keptState({ planning, env, secret_env: secretEnv }: Job): JobState | null {
  const isElsewhere = [env, secretEnv].some((group) => Object.hasOwn(group, ADDRESS));
  return isElsewhere ? null : (planning?.state ?? null);
}

/**
 * Variables that the `http` backend reads instead of a file or an argument. All of them are ours or none, so that our
 * password never goes to another address. The data of Terraform lies beside the checkout, where it goes with the attempt:
 * older versions write the settings of the backend there.
 */
export function stateEnvironment(job: Job, attemptDir: string): Record<string, string> {
  const state = keptState(job);
  if (!state) {
    return {};
  }
  return {
    [ADDRESS]: state.address,
    TF_HTTP_UPDATE_METHOD: 'POST',
    TF_HTTP_LOCK_ADDRESS: `${state.address}/lock`,
    TF_HTTP_LOCK_METHOD: 'POST',
    TF_HTTP_UNLOCK_ADDRESS: `${state.address}/lock`,
    TF_HTTP_UNLOCK_METHOD: 'DELETE',
    TF_HTTP_USERNAME: state.login,
    TF_HTTP_PASSWORD: state.password,
    ...(state.ca === null ? {} : { TF_HTTP_CLIENT_CA_CERTIFICATE_PEM: state.ca }),
    TF_DATA_DIR: join(attemptDir, 'terraform-data'),
  };
}
